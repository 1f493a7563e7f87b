;; The component of the example in component.md. greeter.wasm is what wasm-tools makes of it:
;;
;;     wasm-tools parse greeter.wat -o greeter.wasm
(component
  (import "acme:notes/store@1.0.0" (instance $store
    (export "get" (func (param "key" string) (result (option string))))))

  ;; The memory, and an allocator that never frees.
  (core module $memory
    (memory (export "memory") 1)
    (global $next (mut i32) (i32.const 1024))
    (func (export "cabi_realloc") (param $old i32) (param $was i32) (param $align i32) (param $size i32) (result i32)
      (local $at i32)
      (local.set $at (i32.and
        (i32.add (global.get $next) (i32.sub (local.get $align) (i32.const 1)))
        (i32.sub (i32.const 0) (local.get $align))))
      (global.set $next (i32.add (local.get $at) (local.get $size)))
      (memory.copy (local.get $at) (local.get $old) (local.get $was))
      (local.get $at)))
  (core instance $memory (instantiate $memory))

  (core func $get (canon lower (func $store "get")
    (memory (core memory $memory "memory")) (realloc (core func $memory "cabi_realloc"))))

  (core module $greeter
    (import "env" "memory" (memory 1))
    (import "env" "cabi_realloc" (func $alloc (param i32 i32 i32 i32) (result i32)))
    (import "store" "get" (func $get (param i32 i32 i32)))
    (data (i32.const 64) "hello")
    (data (i32.const 72) ", ")
    ;; greet(name): the text that is stored for the name, or "hello"; then ", " and the name.
    (func (export "greet") (param $name i32) (param $length i32) (result i32)
      (local $word i32) (local $size i32) (local $text i32)
      (call $get (local.get $name) (local.get $length) (i32.const 16))
      (if (i32.load8_u (i32.const 16))
        (then
          (local.set $word (i32.load (i32.const 20)))
          (local.set $size (i32.load (i32.const 24))))
        (else
          (local.set $word (i32.const 64))
          (local.set $size (i32.const 5))))
      (local.set $text (call $alloc (i32.const 0) (i32.const 0) (i32.const 1)
        (i32.add (i32.add (local.get $size) (i32.const 2)) (local.get $length))))
      (memory.copy (local.get $text) (local.get $word) (local.get $size))
      (memory.copy (i32.add (local.get $text) (local.get $size)) (i32.const 72) (i32.const 2))
      (memory.copy (i32.add (i32.add (local.get $text) (local.get $size)) (i32.const 2)) (local.get $name) (local.get $length))
      (i32.store (i32.const 32) (local.get $text))
      (i32.store (i32.const 36) (i32.add (i32.add (local.get $size) (i32.const 2)) (local.get $length)))
      (i32.const 32)))
  (core instance $greeter (instantiate $greeter
    (with "env" (instance $memory))
    (with "store" (instance (export "get" (func $get))))))

  (func $greet (param "name" string) (result string)
    (canon lift (core func $greeter "greet")
      (memory (core memory $memory "memory")) (realloc (core func $memory "cabi_realloc"))))
  (instance $api (export "greet" (func $greet)))
  (export "acme:notes/api@1.0.0" (instance $api)))
