;; Code and segments that run while an instance is made.
(component
  (core module $m (global $g (mut i32) (i32.const 1))
    (func $start (global.set $g (i32.const 42))) (start $start)
    (func (export "g") (result i32) (global.get $g)))
  (core instance $i (instantiate $m))
  (func (export "g") (result u32) (canon lift (core func $i "g"))))
(assert_return (invoke "g") (u32.const 42))
(assert_trap (component
  (core module $m (func $start unreachable) (start $start))
  (core instance $i (instantiate $m))) "unreachable")
;; in a nested component, and before the outer one is done
(assert_trap (component
  (component $c
    (core module $m (func $start unreachable) (start $start))
    (core instance $i (instantiate $m)))
  (instance (instantiate $c))) "unreachable")
;; data: the last byte that fits, one beyond, and nothing beyond the end
(component
  (core module $m (memory (export "mem") 1) (data (i32.const 65535) "x") (data (i32.const 65536) "")
    (func (export "f") (result i32) (i32.load8_u (i32.const 65535))))
  (core instance $i (instantiate $m))
  (func (export "f") (result u32) (canon lift (core func $i "f"))))
(assert_return (invoke "f") (u32.const 120))
(assert_trap (component
  (core module $m (memory 1) (data (i32.const 65535) "xy"))
  (core instance $i (instantiate $m))) "out of bounds memory access")
(assert_trap (component
  (core module $m (memory 1) (data (i32.const 65537) ""))
  (core instance $i (instantiate $m))) "out of bounds memory access")
(assert_trap (component
  (core module $m (memory 0) (data (i32.const -1) "x"))
  (core instance $i (instantiate $m))) "out of bounds memory access")
;; an imported memory, at an offset that an imported global gives
(assert_trap (component
  (core module $a (memory (export "mem") 1) (global (export "at") i32 (i32.const 65535)))
  (core instance $a (instantiate $a))
  (core module $b (import "a" "mem" (memory 1)) (import "a" "at" (global $at i32)) (data (global.get $at) "xy"))
  (core instance $b (instantiate $b (with "a" (instance $a))))) "out of bounds memory access")
