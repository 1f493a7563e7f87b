;; Strings that a guest hands out: bounds, alignment and content, in each encoding.
;; By name: wasmtime#12886 (the maximal length), jco#1840.
(component definition $Strings
  (core module $m
    (memory (export "mem") 1)
    (func (export "give") (param i32 i32) (result i32)
      (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1)) (i32.const 0))
    (data (i32.const 16) "owl\c3\a9\e2\82\ac\f0\9f\a6\89")
    (data (i32.const 32) "\ed\a0\80")
    (data (i32.const 40) "\c0\af")
    (data (i32.const 48) "\e2\82")
    (data (i32.const 64) "o\00w\00\ac\20\3e\d8\89\dd")
    (data (i32.const 96) "\00\dc")
    (data (i32.const 100) "\3e\d8")
    (data (i32.const 112) "n\e9")
    (data (i32.const 65532) "tail")
  )
  (core instance $i (instantiate $m))
  (func (export "utf8") (param "p" u32) (param "n" u32) (result string) (canon lift (core func $i "give") (memory (core memory $i "mem"))))
  (func (export "utf16") (param "p" u32) (param "n" u32) (result string)
    (canon lift (core func $i "give") string-encoding=utf16 (memory (core memory $i "mem"))))
  (func (export "compact") (param "p" u32) (param "n" u32) (result string)
    (canon lift (core func $i "give") string-encoding=latin1+utf16 (memory (core memory $i "mem"))))
)
(component instance $i $Strings)
(assert_return (invoke "utf8" (u32.const 16) (u32.const 12)) (str.const "owlé€🦉"))
(assert_return (invoke "utf8" (u32.const 65532) (u32.const 4)) (str.const "tail"))
(assert_return (invoke "utf8" (u32.const 0) (u32.const 0)) (str.const ""))
(assert_return (invoke "utf8" (u32.const 65536) (u32.const 0)) (str.const ""))
(assert_return (invoke "utf16" (u32.const 64) (u32.const 5)) (str.const "ow€🦉"))
(assert_return (invoke "utf16" (u32.const 65532) (u32.const 2)) (str.const "慴汩"))
(assert_return (invoke "compact" (u32.const 112) (u32.const 2)) (str.const "né"))
(assert_return (invoke "compact" (u32.const 64) (u32.const 0x80000005)) (str.const "ow€🦉"))
(assert_return (invoke "compact" (u32.const 112) (u32.const 0x80000000)) (str.const ""))
;; a pointer beyond the end traps even where nothing is read
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 65537) (u32.const 0)) "out of bounds")
;; one byte too many
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 65533) (u32.const 4)) "out of bounds")
;; the sum of pointer and length overflows 32 bits
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 4294967295) (u32.const 4294967295)) "out of bounds")
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 0) (u32.const 268435456)) "out of bounds")
;; a surrogate
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 32) (u32.const 3)) "invalid utf-8")
;; more bytes than the character needs
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 40) (u32.const 2)) "invalid utf-8")
;; a character cut off
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 48) (u32.const 2)) "incomplete utf-8")
;; the same by the length
(component instance $i $Strings)
(assert_trap (invoke "utf8" (u32.const 17) (u32.const 6)) "incomplete utf-8")
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 65) (u32.const 1)) "unaligned pointer")
;; alignment counts even where nothing is read
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 65) (u32.const 0)) "unaligned pointer")
;; lengths count units of two bytes
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 65534) (u32.const 2)) "out of bounds")
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 65538) (u32.const 0)) "out of bounds")
;; the lower half alone
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 96) (u32.const 1)) "unpaired surrogate")
;; the upper half alone
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 100) (u32.const 1)) "unpaired surrogate")
;; a length whose bytes overflow 32 bits
(component instance $i $Strings)
(assert_trap (invoke "utf16" (u32.const 0) (u32.const 2147483649)) "out of bounds")
;; latin1 must be aligned for utf16 as well
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 113) (u32.const 1)) "unaligned pointer")
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 113) (u32.const 0)) "unaligned pointer")
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 65) (u32.const 2147483649)) "unaligned pointer")
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 65536) (u32.const 1)) "out of bounds")
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 65534) (u32.const 2147483650)) "out of bounds")
(component instance $i $Strings)
(assert_trap (invoke "compact" (u32.const 96) (u32.const 2147483649)) "unpaired surrogate")
