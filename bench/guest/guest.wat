;; The component that the benchmarks call. guest.wasm is made of it: wasm-tools parse guest.wat -o guest.wasm
;; What goes in lies from 4 KiB on and is forgotten when the result was read.
(component
  (core module $m
    (memory (export "memory") 128)
    (global $heap (mut i32) (i32.const 4096))
    (global $ret i32 (i32.const 1024)) ;; where a function puts the place and the length of its result

    (func $take (param $align i32) (param $size i32) (result i32)
      (local $at i32)
      (local.set $at (i32.and
        (i32.sub (i32.add (global.get $heap) (local.get $align)) (i32.const 1))
        (i32.sub (i32.const 0) (local.get $align))))
      (global.set $heap (i32.add (local.get $at) (local.get $size)))
      (if (i32.gt_u (global.get $heap) (i32.shl (memory.size) (i32.const 16)))
        (then (unreachable)))
      (local.get $at))

    (func (export "realloc") (param $old i32) (param $had i32) (param $align i32) (param $size i32) (result i32)
      (local $at i32)
      (local.set $at (call $take (local.get $align) (local.get $size)))
      (memory.copy (local.get $at) (local.get $old)
        (select (local.get $had) (local.get $size) (i32.lt_u (local.get $had) (local.get $size))))
      (local.get $at))

    (func $result (param $at i32) (param $len i32) (result i32)
      (i32.store (global.get $ret) (local.get $at))
      (i32.store offset=4 (global.get $ret) (local.get $len))
      (global.get $ret))

    (func (export "forget") (param i32)
      (global.set $heap (i32.const 4096)))

    ;; Two texts, one behind the other.
    (func (export "join") (param $a i32) (param $alen i32) (param $b i32) (param $blen i32) (result i32)
      (local $at i32)
      (local.set $at (call $take (i32.const 1) (i32.add (local.get $alen) (local.get $blen))))
      (memory.copy (local.get $at) (local.get $a) (local.get $alen))
      (memory.copy (i32.add (local.get $at) (local.get $alen)) (local.get $b) (local.get $blen))
      (call $result (local.get $at) (i32.add (local.get $alen) (local.get $blen))))

    ;; What came in, untouched.
    (func (export "echo") (param i32 i32) (result i32)
      (call $result (local.get 0) (local.get 1)))

    ;; The tightest loop that does anything: four operators and the branch back.
    (func (export "spin") (param i32) (result i32)
      (loop
        (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
      (local.get 0))

    (func $fib (export "fib") (param i32) (result i32)
      (if (result i32) (i32.lt_u (local.get 0) (i32.const 2))
        (then (local.get 0))
        (else (i32.add
          (call $fib (i32.sub (local.get 0) (i32.const 1)))
          (call $fib (i32.sub (local.get 0) (i32.const 2)))))))

    ;; Grows the memory by so many mebibytes, one after another, and writes to all of them. Gives how many it got.
    (func (export "fill") (param $mib i32) (result i32)
      (local $had i32) (local $pages i32)
      (block (loop
        (br_if 1 (i32.eq (local.get $had) (local.get $mib)))
        (local.set $pages (memory.grow (i32.const 16)))
        (br_if 1 (i32.eq (local.get $pages) (i32.const -1)))
        (memory.fill (i32.shl (local.get $pages) (i32.const 16)) (i32.const 1) (i32.const 1048576))
        (local.set $had (i32.add (local.get $had) (i32.const 1)))
        (br 0)))
      (local.get $had)))
  (core instance $i (instantiate $m))
  (alias core export $i "memory" (core memory $mem))
  (alias core export $i "realloc" (core func $realloc))
  (alias core export $i "forget" (core func $forget))
  (func (export "join") (param "a" string) (param "b" string) (result string)
    (canon lift (core func $i "join") (memory $mem) (realloc (core func $realloc)) (post-return (core func $forget))))
  (func (export "echo-string") (param "s" string) (result string)
    (canon lift (core func $i "echo") (memory $mem) (realloc (core func $realloc)) (post-return (core func $forget))))
  (func (export "echo-bytes") (param "l" (list u8)) (result (list u8))
    (canon lift (core func $i "echo") (memory $mem) (realloc (core func $realloc)) (post-return (core func $forget))))
  (func (export "spin") (param "n" u32) (result u32) (canon lift (core func $i "spin")))
  (func (export "fib") (param "n" u32) (result u32) (canon lift (core func $i "fib")))
  (func (export "fill") (param "mib" u32) (result u32) (canon lift (core func $i "fill"))))
