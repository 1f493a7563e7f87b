;; Components as wit-component makes them: functions that need the memory of the module that imports them come through a shim, whose table a fixup fills
;; when the memory is there. The runtime leaves the two out where it can; nobody must notice.

;; Calls through a shim, with and without parameters, results and memory.
(component $host
  (core module $M
    (memory (export "mem") 1)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 64))
    (func (export "sum") (param i32 i32) (result i32) (i32.add (i32.load8_u (local.get 0)) (local.get 1)))
    (func (export "add") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
    (func (export "nothing")))
  (core instance $m (instantiate $M))
  (func (export "sum") (param "s" string) (result u32)
    (canon lift (core func $m "sum") (memory (core memory $m "mem")) (realloc (core func $m "realloc"))))
  (func (export "add") (param "a" u32) (param "b" u32) (result u32) (canon lift (core func $m "add")))
  (func (export "nothing") (canon lift (core func $m "nothing"))))

(component
  (import "host" (instance $host
    (export "sum" (func (param "s" string) (result u32)))
    (export "add" (func (param "a" u32) (param "b" u32) (result u32)))
    (export "nothing" (func))))
  (core module $wit-component:shim
    (type $two (func (param i32 i32) (result i32)))
    (type $none (func))
    (table (export "$imports") 3 3 funcref)
    (func (export "0") (type $two) (call_indirect (type $two) (local.get 0) (local.get 1) (i32.const 0)))
    (func (export "1") (type $two) (call_indirect (type $two) (local.get 0) (local.get 1) (i32.const 1)))
    (func (export "2") (type $none) (call_indirect (type $none) (i32.const 2))))
  (core instance $shim (instantiate $wit-component:shim))
  (core module $Main
    (import "host" "sum" (func $sum (param i32 i32) (result i32)))
    (import "host" "add" (func $add (param i32 i32) (result i32)))
    (import "host" "nothing" (func $nothing))
    (memory (export "mem") 1)
    (data (i32.const 8) "A")
    (func (export "run") (result i32)
      (call $nothing)
      (call $add (call $sum (i32.const 8) (i32.const 1)) (i32.const 1000))))
  (core instance $main (instantiate $Main (with "host" (instance
    (export "sum" (func $shim "0"))
    (export "add" (func $shim "1"))
    (export "nothing" (func $shim "2"))))))
  (core func $sum (canon lower (func $host "sum") (memory (core memory $main "mem"))))
  (core func $add (canon lower (func $host "add")))
  (core func $nothing (canon lower (func $host "nothing")))
  (core module $wit-component:fixup
    (type $two (func (param i32 i32) (result i32)))
    (import "" "0" (func $0 (type $two)))
    (import "" "1" (func $1 (type $two)))
    (import "" "2" (func $2))
    (import "" "$imports" (table 3 3 funcref))
    (elem (i32.const 0) func $0 $1 $2))
  (core instance (instantiate $wit-component:fixup (with "" (instance
    (export "$imports" (table $shim "$imports"))
    (export "0" (func $sum)) (export "1" (func $add)) (export "2" (func $nothing))))))
  (func (export "run") (result u32) (canon lift (core func $main "run"))))
(assert_return (invoke "run") (u32.const 1066))

;; A start function that calls before the fixup has had its turn traps.
(assert_trap
  (component
    (import "host" (instance $host (export "nothing" (func))))
    (core module $wit-component:shim
      (type $none (func))
      (table (export "$imports") 1 1 funcref)
      (func (export "0") (type $none) (call_indirect (type $none) (i32.const 0))))
    (core instance $shim (instantiate $wit-component:shim))
    (core module $Main (import "" "0" (func $0)) (start $run) (func $run (call $0)))
    (core instance $main (instantiate $Main (with "" (instance (export "0" (func $shim "0"))))))
    (core func $nothing (canon lower (func $host "nothing")))
    (core module $wit-component:fixup
      (import "" "0" (func $0))
      (import "" "$imports" (table 1 1 funcref))
      (elem (i32.const 0) func $0))
    (core instance (instantiate $wit-component:fixup (with "" (instance
      (export "$imports" (table $shim "$imports")) (export "0" (func $nothing)))))))
  "uninitialized element")

;; So does one in between, although the function is there already; and one after it does not.
(assert_trap
  (component
    (import "host" (instance $host (export "nothing" (func))))
    (core module $wit-component:shim
      (type $none (func))
      (table (export "$imports") 1 1 funcref)
      (func (export "0") (type $none) (call_indirect (type $none) (i32.const 0))))
    (core instance $shim (instantiate $wit-component:shim))
    (core func $nothing (canon lower (func $host "nothing")))
    (core module $Main (import "" "0" (func $0)) (start $run) (func $run (call $0)))
    (core instance $main (instantiate $Main (with "" (instance (export "0" (func $shim "0"))))))
    (core module $wit-component:fixup
      (import "" "0" (func $0))
      (import "" "$imports" (table 1 1 funcref))
      (elem (i32.const 0) func $0))
    (core instance (instantiate $wit-component:fixup (with "" (instance
      (export "$imports" (table $shim "$imports")) (export "0" (func $nothing)))))))
  "uninitialized element")
(component
  (import "host" (instance $host (export "nothing" (func))))
  (core module $wit-component:shim
    (type $none (func))
    (table (export "$imports") 1 1 funcref)
    (func (export "0") (type $none) (call_indirect (type $none) (i32.const 0))))
  (core instance $shim (instantiate $wit-component:shim))
  (core func $nothing (canon lower (func $host "nothing")))
  (core module $wit-component:fixup
    (import "" "0" (func $0))
    (import "" "$imports" (table 1 1 funcref))
    (elem (i32.const 0) func $0))
  (core instance (instantiate $wit-component:fixup (with "" (instance
    (export "$imports" (table $shim "$imports")) (export "0" (func $nothing))))))
  (core module $Main (import "" "0" (func $0)) (start $run) (func $run (call $0)) (func (export "run") (call $0)))
  (core instance $main (instantiate $Main (with "" (instance (export "0" (func $shim "0"))))))
  (func (export "run") (canon lift (core func $main "run"))))
(assert_return (invoke "run"))

;; A table that something else reads too stays where it is: the second call goes through it.
(component
  (import "host" (instance $host (export "add" (func (param "a" u32) (param "b" u32) (result u32)))))
  (core module $wit-component:shim
    (type $two (func (param i32 i32) (result i32)))
    (table (export "$imports") 1 1 funcref)
    (func (export "0") (type $two) (call_indirect (type $two) (local.get 0) (local.get 1) (i32.const 0))))
  (core instance $shim (instantiate $wit-component:shim))
  (core func $add (canon lower (func $host "add")))
  (core module $wit-component:fixup
    (import "" "0" (func $0 (param i32 i32) (result i32)))
    (import "" "$imports" (table 1 1 funcref))
    (elem (i32.const 0) func $0))
  (core instance (instantiate $wit-component:fixup (with "" (instance
    (export "$imports" (table $shim "$imports")) (export "0" (func $add))))))
  (core module $Main
    (type $two (func (param i32 i32) (result i32)))
    (import "" "0" (func $0 (type $two)))
    (import "" "$imports" (table 1 1 funcref))
    (func (export "run") (result i32)
      (call $0 (call_indirect (type $two) (i32.const 1) (i32.const 2) (i32.const 0)) (i32.const 30))))
  (core instance $main (instantiate $Main (with "" (instance (export "0" (func $shim "0")) (export "$imports" (table $shim "$imports"))))))
  (func (export "run") (result u32) (canon lift (core func $main "run"))))
(assert_return (invoke "run") (u32.const 33))
