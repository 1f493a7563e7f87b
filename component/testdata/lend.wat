;; A resource type whose values the host lends. Built with: wasm-tools parse lend.wat -o lend.wasm
(component
  (import "host" (func $host))
  (core func $host' (canon lower (func $host)))
  (core module $m
    (import "" "host" (func $host))
    (func (export "dtor") (param i32))
    (func (export "use") (param i32) (call $host))
    (func (export "two") (param i32 i32)))
  (core instance $i (instantiate $m (with "" (instance (export "host" (func $host'))))))
  (type $r (resource (rep i32) (dtor (core func $i "dtor"))))
  (export $s "s" (type $r))
  (core func $new (canon resource.new $r))
  (func (export "make") (param "rep" u32) (result (own $s)) (canon lift (core func $new)))
  (func (export "use") (param "b" (borrow $s)) (canon lift (core func $i "use")))
  (func (export "lend-give") (param "b" (borrow $s)) (param "o" (own $s)) (canon lift (core func $i "two")))
  (func (export "give-lend") (param "o" (own $s)) (param "b" (borrow $s)) (canon lift (core func $i "two")))
  (func (export "lend-twice") (param "b" (borrow $s)) (param "c" (borrow $s)) (canon lift (core func $i "two"))))
