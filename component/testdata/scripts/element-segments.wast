;; Active element segments that do not fit their table: wazero leaves them out without a word, the specification traps.
(component
  (core module $m (table 2 funcref) (elem (i32.const 1) func $f) (elem (i32.const 2) func)
    (func $f (result i32) (i32.const 9)) (type $t (func (result i32)))
    (func (export "call") (param i32) (result i32) (call_indirect (type $t) (local.get 0))))
  (core instance $i (instantiate $m))
  (func (export "call") (param "i" u32) (result u32) (canon lift (core func $i "call"))))
(assert_return (invoke "call" (u32.const 1)) (u32.const 9))
(assert_trap (component
  (core module $m (table 1 funcref) (elem (i32.const 1) func $f) (func $f))
  (core instance $i (instantiate $m))) "out of bounds table access")
(assert_trap (component
  (core module $m (table 2 funcref) (elem (i32.const 1) func $f $f) (func $f))
  (core instance $i (instantiate $m))) "out of bounds table access")
(assert_trap (component
  (core module $m (table 2 funcref) (elem (i32.const 3) func))
  (core instance $i (instantiate $m))) "out of bounds table access")
(assert_trap (component
  (core module $m (table 0 funcref) (elem (i32.const -1) func $f) (func $f))
  (core instance $i (instantiate $m))) "out of bounds table access")
(assert_trap (component
  (core module $a (table (export "t") 1 funcref) (global (export "at") i32 (i32.const 1)))
  (core instance $a (instantiate $a))
  (core module $b (import "a" "t" (table 1 funcref)) (import "a" "at" (global $at i32)) (elem (global.get $at) func $f) (func $f))
  (core instance $b (instantiate $b (with "a" (instance $a))))) "out of bounds table access")
;; segments run in their order: what came before the one that traps has happened, tables before memories
(component definition $Order
  (core module $a (table (export "t") 2 funcref) (memory (export "m") 1)
    (type $t (func (result i32)))
    (func (export "call") (param i32) (result i32) (call_indirect (type $t) (local.get 0)))
    (func (export "peek") (result i32) (i32.load8_u (i32.const 0))))
  (core instance $a (instantiate $a))
  (core module $b (import "a" "t" (table 2 funcref)) (import "a" "m" (memory 1))
    (func $f (result i32) (i32.const 5))
    (elem (i32.const 0) func $f)
    (data (i32.const 0) "z"))
  (core instance $b (instantiate $b (with "a" (instance $a))))
  (func (export "call") (param "i" u32) (result u32) (canon lift (core func $a "call")))
  (func (export "peek") (result u32) (canon lift (core func $a "peek"))))
(component instance $i $Order)
(assert_return (invoke "call" (u32.const 0)) (u32.const 5))
(assert_return (invoke "peek") (u32.const 122))
(assert_trap (invoke "call" (u32.const 1)) "uninitialized element")
