;; A post-return function that calls the host, reached from the host and from another component. Built with: wasm-tools parse free.wat -o free.wasm
(component
  (import "host" (func $host))
  (component $Callee
    (import "host" (func $host))
    (core func $host' (canon lower (func $host)))
    (core module $m
      (import "" "host" (func $host))
      (func (export "f") (result i32) (i32.const 42))
      (func (export "free") (param i32) (call $host)))
    (core instance $i (instantiate $m (with "" (instance (export "host" (func $host'))))))
    (func (export "f") (result u32) (canon lift (core func $i "f") (post-return (core func $i "free")))))
  (component $Caller
    (import "f" (func $f (result u32)))
    (core func $f' (canon lower (func $f)))
    (core module $m
      (import "" "f" (func $f (result i32)))
      (func (export "f") (result i32) (call $f)))
    (core instance $i (instantiate $m (with "" (instance (export "f" (func $f'))))))
    (func (export "f") (result u32) (canon lift (core func $i "f"))))
  (instance $callee (instantiate $Callee (with "host" (func $host))))
  (instance $caller (instantiate $Caller (with "f" (func $callee "f"))))
  (export "straight" (func $callee "f"))
  (export "through" (func $caller "f")))
