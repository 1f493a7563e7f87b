;; The binary format: preamble, sections in any order, lengths, truncation, and bytes that mean nothing.
;; By name: wasmtime#8323 (truncated sections).
;; a component of nothing
(component definition binary "\00asm\0d\00\01\00")
;; preamble
(assert_malformed (component binary "\00asm") "unexpected end")
(assert_malformed (component binary "") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01") "unexpected end")
(assert_malformed (component binary "\00ASM\0d\00\01\00") "magic header not detected")
(assert_malformed (component binary "wasm\0d\00\01\00") "magic header not detected")
(assert_malformed (component binary "\00asm\0c\00\01\00") "unknown binary version")
(assert_malformed (component binary "\00asm\0e\00\01\00") "unknown binary version")
(assert_malformed (component binary "\00asm\0d\00\02\00") "unknown binary version")
(assert_malformed (component binary "\00asm\01\00\00\00") "expected a component")
;; type, import, export; then the same with custom sections between, sections that are empty, twice, and in another order
(component definition binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\0b\07\01\00\01g\01\00\00")
(component definition binary "\00asm\0d\00\01\00" "\00\02\01x" "\07\05\01@\00\01\00" "\00\06\05other" "\0a\06\01\00\01f\01\00" "\00\05\01xabc" "\0b\07\01\00\01g\01\00\00" "\00\01\00")
(component definition binary "\00asm\0d\00\01\00" "\07\01\00" "\01\08\00asm\01\00\00\00" "\08\01\00" "\07\05\01@\00\01\00" "\07\01\00" "\0a\06\01\00\01f\01\00" "\07\02\01}" "\0b\07\01\00\01g\01\00\00" "\06\01\00" "\0a\01\00" "\0b\01\00")
;; the older prefix of names
(component definition binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\01\01f\01\00")
;; a length in more bytes than it needs
(component definition binary "\00asm\0d\00\01\00" "\07\82\80\80\00\01}")
;; sections that do not exist
(assert_malformed (component binary "\00asm\0d\00\01\00" "\0d\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\7f\01\00") "invalid leading byte")
;; truncated: length, content, in the middle of an item, one item too few
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\02\01") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\80") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\03\01@\00") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\02\02}") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\05f\01\00") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\01\09\00asm\01\00\00\00") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\04\07\00asm\0d\00\01") "unexpected end")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\04\0c\00asm\0d\00\01\00\07\03\01}") "unexpected end")
;; a section that is longer than its items
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\03\01}\00") "section size mismatch")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\02\00\00") "section size mismatch")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\08\02\00\7f") "section size mismatch")
;; numbers of too many bytes or bits
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\80\80\80\80\10") "invalid var_u32")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\ff\ff\ff\ff\ff\01") "invalid var_u32")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\06\80\80\80\80\80\00") "invalid var_u32")
;; a core module where a component stands, and the other way round
(assert_malformed (component binary "\00asm\0d\00\01\00" "\04\08\00asm\01\00\00\00") "magic header")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\01\08\00asm\0d\00\01\00") "magic header")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\01\00") "unexpected end")
;; types
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\02\01\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\02\01<") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\03\01kA") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01j\02}\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\02\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\01") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\08\01q\01\01a\02}\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\07\01q\01\01a\00\01") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\04\01?\7f\02") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\04\01B\01\05") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\04\01A\01\06") "invalid leading byte")
;; a variant of one case
(component definition binary "\00asm\0d\00\01\00" "\07\07\01q\01\01a\00\00")
;; names that are no UTF-8
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01m\01\01\ff") "malformed UTF-8")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\07\01\00\02\c3(\01\00") "malformed UTF-8")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\00\02\01\ff") "malformed UTF-8")
;; prefixes of names
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\03\01f\01\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\0b\07\01\09\01g\01\00\00") "invalid leading byte")
;; sorts
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\06\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\0b\07\01\00\01g\06\00\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\0b\07\01\00\01g\01\00\02") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\0b\07\01\00\01g\00\00\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\0a\06\01\00\01f\03\02") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\0a\07\01\00\01f\00\12\00") "invalid leading byte")
;; core instances, instances, aliases, canonical functions
(assert_malformed (component binary "\00asm\0d\00\01\00" "\02\02\01\02") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\02\07\01\01\01\01a\05\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\01\08\00asm\01\00\00\00" "\02\08\01\00\00\01\01a\11\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\05\02\01\02") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\05\08\01\01\01\00\01a\07\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\06\06\01\01\03\00\01a") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\06\07\01\00\01\00\00\01a") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\06\05\01\01\02\00\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\08\02\01\7f") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\08\06\01\00\01\00\00\00") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\07\05\01@\00\01\00" "\0a\06\01\00\01f\01\00" "\08\06\01\01\00\00\01\7f") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\03\02\01a") "invalid leading byte")
(assert_malformed (component binary "\00asm\0d\00\01\00" "\03\04\01P\01\04") "invalid leading byte")
;; the order of sections is free, the order of definitions counts
(assert_invalid (component binary "\00asm\0d\00\01\00" "\0a\06\01\00\01f\01\00" "\07\05\01@\00\01\00") "unknown type")
(assert_invalid (component binary "\00asm\0d\00\01\00" "\07\03\01p\05") "unknown type")
(assert_invalid (component binary "\00asm\0d\00\01\00" "\07\04\01?}\00") "resources can only be represented by `i32`")
(assert_invalid (component binary "\00asm\0d\00\01\00" "\07\04\01?~\00") "resources can only be represented by `i32`")
(assert_invalid (component binary "\00asm\0d\00\01\00" "\07\04\01p\e4\00") "unknown type")
