;; Core modules and instances inside one component: what they share and what they have of their own.

;; Two instances of one module share nothing; a third that imports from one of them shares what it imports.
(component
  (core module $Store
    (memory (export "mem") 1) (table (export "tab") 2 funcref) (global (export "g") (mut i32) (i32.const 0))
    (elem (i32.const 0) func $ten) (elem declare func $twenty)
    (func $ten (result i32) (i32.const 10)) (func $twenty (result i32) (i32.const 20))
    (func (export "swap") (table.set (i32.const 0) (ref.func $twenty))))
  (core module $Client
    (import "s" "mem" (memory 1)) (import "s" "tab" (table 2 funcref)) (import "s" "g" (global $g (mut i32)))
    (type $t (func (result i32)))
    (func (export "poke") (param i32) (i32.store (i32.const 8) (local.get 0)) (global.set $g (i32.add (global.get $g) (local.get 0))))
    (func (export "sum") (result i32) (i32.add (i32.add (i32.load (i32.const 8)) (global.get $g)) (call_indirect (type $t) (i32.const 0)))))
  (core instance $s1 (instantiate $Store)) (core instance $s2 (instantiate $Store))
  (core instance $a (instantiate $Client (with "s" (instance $s1))))
  (core instance $b (instantiate $Client (with "s" (instance $s1))))
  (core instance $c (instantiate $Client (with "s" (instance $s2))))
  ;; memory of the second, table and global of the first
  (core instance $d (instantiate $Client (with "s" (instance (export "mem" (memory $s2 "mem")) (export "tab" (table $s1 "tab")) (export "g" (global $s1 "g"))))))
  (func (export "swap") (canon lift (core func $s1 "swap")))
  (func (export "poke-a") (param "x" u32) (canon lift (core func $a "poke")))
  (func (export "poke-d") (param "x" u32) (canon lift (core func $d "poke")))
  (func (export "sum-b") (result u32) (canon lift (core func $b "sum")))
  (func (export "sum-c") (result u32) (canon lift (core func $c "sum")))
  (func (export "sum-d") (result u32) (canon lift (core func $d "sum"))))
(assert_return (invoke "poke-a" (u32.const 100)))
(assert_return (invoke "sum-b") (u32.const 210))
(assert_return (invoke "sum-c") (u32.const 10))
(assert_return (invoke "sum-d") (u32.const 110))
(assert_return (invoke "poke-d" (u32.const 1000)))
(assert_return (invoke "sum-b") (u32.const 1210))
(assert_return (invoke "sum-c") (u32.const 1010))
(assert_return (invoke "swap"))
(assert_return (invoke "sum-b") (u32.const 1220))
(assert_return (invoke "sum-c") (u32.const 1010))
(assert_return (invoke "sum-d") (u32.const 2120))

;; Exports are renamed, mixed out of several instances and handed on; one import module is fed from three sources; import names may be empty.
(component
  (core module $One (func (export "f") (result i32) (i32.const 1)))
  (core module $Two (func (export "f") (result i32) (i32.const 2)) (func (export "") (result i32) (i32.const 3)))
  (core instance $one (instantiate $One)) (core instance $two (instantiate $Two))
  (core instance $mix (export "a" (func $one "f")) (export "b" (func $two "f")) (export "" (func $two "")) (export "again" (func $one "f")))
  (core module $Use
    (import "" "a" (func $a (result i32))) (import "" "b" (func $b (result i32))) (import "" "" (func $c (result i32))) (import "" "again" (func $d (result i32)))
    (func (export "f") (result i32)
      (i32.add (i32.mul (call $a) (i32.const 1000)) (i32.add (i32.mul (call $b) (i32.const 100)) (i32.add (i32.mul (call $c) (i32.const 10)) (call $d)))))
    ;; what was imported is exported again and keeps its identity
    (export "a" (func $a)))
  (core instance $use (instantiate $Use (with "" (instance $mix))))
  (alias core export $use "a" (core func $again))
  (core instance $round (export "f" (func $again)))
  (func (export "f") (result u32) (canon lift (core func $use "f")))
  (func (export "again") (result u32) (canon lift (core func $round "f"))))
(assert_return (invoke "f") (u32.const 1231))
(assert_return (invoke "again") (u32.const 1))

;; Start functions run at once and in the order of the instances.
(component
  (core module $Log (memory (export "mem") 1) (global $n (mut i32) (i32.const 0))
    (func (export "log") (param i32) (i32.store8 (global.get $n) (local.get 0)) (global.set $n (i32.add (global.get $n) (i32.const 1))))
    (func (export "read") (result i32) (i32.load (i32.const 0))))
  (core module $Writer (import "log" "log" (func $log (param i32))) (import "me" "id" (global $id i32))
    (func $start (call $log (global.get $id))) (start $start))
  (core module $Ids (global (export "x") i32 (i32.const 0x61)) (global (export "y") i32 (i32.const 0x62)) (global (export "z") i32 (i32.const 0x63)))
  (core instance $log (instantiate $Log)) (core instance $ids (instantiate $Ids))
  (core instance (instantiate $Writer (with "log" (instance $log)) (with "me" (instance (export "id" (global $ids "z"))))))
  (core instance (instantiate $Writer (with "log" (instance $log)) (with "me" (instance (export "id" (global $ids "x"))))))
  (core instance (instantiate $Writer (with "log" (instance $log)) (with "me" (instance (export "id" (global $ids "y"))))))
  (func (export "read") (result u32) (canon lift (core func $log "read"))))
(assert_return (invoke "read") (u32.const 0x626163))

;; A shim with a table that a fixup module fills, as tools write it: the lowered function needs the memory of the module that needs the function.
(component
  (component $Imp
    (core module $m
      (memory (export "mem") 1) (global $top (mut i32) (i32.const 64))
      (func (export "realloc") (param i32 i32 i32 i32) (result i32) (local i32)
        (local.set 4 (global.get $top)) (global.set $top (i32.add (global.get $top) (local.get 3))) (local.get 4))
      (func (export "len") (param i32 i32) (result i32) (i32.add (i32.mul (local.get 1) (i32.const 1000)) (i32.load8_u (local.get 0)))))
    (core instance $i (instantiate $m))
    (func (export "len") (param "s" string) (result u32) (canon lift (core func $i "len") (memory (core memory $i "mem")) (realloc (core func $i "realloc")))))
  (component $Main
    (import "imp" (instance $imp (export "len" (func (param "s" string) (result u32)))))
    (core module $shim
      (type $t (func (param i32 i32) (result i32)))
      (table (export "$imports") 1 1 funcref)
      (func (export "0") (param i32 i32) (result i32) (call_indirect (type $t) (local.get 0) (local.get 1) (i32.const 0))))
    (core module $main
      (import "imp" "len" (func $len (param i32 i32) (result i32)))
      (memory (export "memory") 1) (data (i32.const 16) "hello")
      (func (export "run") (result i32) (call $len (i32.const 16) (i32.const 5))))
    (core module $fixup
      (import "" "0" (func $f (param i32 i32) (result i32))) (import "" "$imports" (table 1 1 funcref))
      (elem (i32.const 0) func $f))
    (core instance $shim (instantiate $shim))
    (core instance $main (instantiate $main (with "imp" (instance (export "len" (func $shim "0"))))))
    (core func $len (canon lower (func $imp "len") (memory (core memory $main "memory"))))
    (core instance (instantiate $fixup (with "" (instance (export "0" (func $len)) (export "$imports" (table $shim "$imports"))))))
    (func (export "run") (result u32) (canon lift (core func $main "run"))))
  (instance $imp (instantiate $Imp))
  (instance $main (instantiate $Main (with "imp" (instance $imp))))
  (export "run" (func $main "run")))
(assert_return (invoke "run") (u32.const 5104))

;; A cycle of modules through a shared table and a global that says where; memory grown by one is seen by the other.
(component
  (core module $Env (table (export "tab") 4 funcref) (memory (export "mem") 1 4) (global (export "slot") (mut i32) (i32.const 2)))
  (core module $Even
    (import "e" "tab" (table 4 funcref)) (import "e" "slot" (global $slot (mut i32))) (import "e" "mem" (memory 1 4))
    (type $t (func (param i32) (result i32)))
    (func (export "even") (param i32) (result i32)
      (if (result i32) (local.get 0) (then (call_indirect (type $t) (i32.sub (local.get 0) (i32.const 1)) (global.get $slot))) (else (i32.const 1))))
    (func (export "pages") (result i32) (memory.size)))
  (core module $Odd
    (import "even" "even" (func $even (param i32) (result i32))) (import "e" "tab" (table 4 funcref)) (import "e" "slot" (global $slot (mut i32))) (import "e" "mem" (memory 1 4))
    (func $odd (export "odd") (param i32) (result i32)
      (if (result i32) (local.get 0) (then (call $even (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 0))))
    (func (export "grow") (result i32) (memory.grow (i32.const 2)))
    (func $init (table.set (global.get $slot) (ref.func $odd))) (elem declare func $odd) (start $init))
  (core instance $e (instantiate $Env))
  (core instance $even (instantiate $Even (with "e" (instance $e))))
  (core instance $odd (instantiate $Odd (with "e" (instance $e)) (with "even" (instance $even))))
  (func (export "even") (param "n" u32) (result u32) (canon lift (core func $even "even")))
  (func (export "odd") (param "n" u32) (result u32) (canon lift (core func $odd "odd")))
  (func (export "grow") (result u32) (canon lift (core func $odd "grow")))
  (func (export "pages") (result u32) (canon lift (core func $even "pages"))))
(assert_return (invoke "even" (u32.const 10)) (u32.const 1))
(assert_return (invoke "even" (u32.const 7)) (u32.const 0))
(assert_return (invoke "odd" (u32.const 7)) (u32.const 1))
(assert_return (invoke "grow") (u32.const 1))
(assert_return (invoke "pages") (u32.const 3))
(assert_return (invoke "grow") (u32.const 0xffffffff))
(assert_return (invoke "pages") (u32.const 3))

;; Tags: one tag for who imports it, another for another instance of its module.
(component
  (core module $Tags (tag (export "t") (param i32)))
  (core module $Throw (import "x" "t" (tag $t (param i32))) (func (export "throw") (param i32) (throw $t (local.get 0))))
  (core module $Catch
    (import "x" "t" (tag $t (param i32))) (import "th" "throw" (func $throw (param i32)))
    (func (export "try") (param i32) (result i32)
      (block $all
        (block $mine (result i32)
          (try_table (catch $t $mine) (catch_all $all) (call $throw (local.get 0)))
          (return (i32.const -1)))
        (return (i32.add (i32.const 1))))
      (i32.const 99)))
  (core instance $t1 (instantiate $Tags)) (core instance $t2 (instantiate $Tags))
  (core instance $throw (instantiate $Throw (with "x" (instance $t1))))
  (core instance $same (instantiate $Catch (with "x" (instance (export "t" (tag $t1 "t")))) (with "th" (instance $throw))))
  (core instance $other (instantiate $Catch (with "x" (instance $t2)) (with "th" (instance $throw))))
  (func (export "same") (param "x" u32) (result u32) (canon lift (core func $same "try")))
  (func (export "other") (param "x" u32) (result u32) (canon lift (core func $other "try"))))
(assert_return (invoke "same" (u32.const 41)) (u32.const 42))
(assert_return (invoke "other" (u32.const 41)) (u32.const 99))
