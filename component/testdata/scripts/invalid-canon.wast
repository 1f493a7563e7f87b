;; Options of canonical functions and the core signatures that go with them.
(assert_invalid (component
  (core module $m (func (export "f") (param i64))) (core instance $i (instantiate $m))
  (func (param "x" u32) (canon lift (core func $i "f")))) "parameter types do not match")
(assert_invalid (component
  (core module $m (func (export "f") (result i32))) (core instance $i (instantiate $m))
  (func (result f32) (canon lift (core func $i "f")))) "result types do not match")
(assert_invalid (component
  (core module $m (func (export "f"))) (core instance $i (instantiate $m))
  (func (result u8) (canon lift (core func $i "f")))) "result types do not match")
(assert_invalid (component
  (core module $m (func (export "f") (param i32))) (core instance $i (instantiate $m))
  (func (canon lift (core func $i "f")))) "parameter types do not match")
;; strings and lists need memory and, where they come in, realloc
(assert_invalid (component
  (core module $m (func (export "f") (param i32 i32))) (core instance $i (instantiate $m))
  (func (param "s" string) (canon lift (core func $i "f")))) "`memory` is required")
(assert_invalid (component
  (core module $m (memory (export "m") 1) (func (export "f") (param i32 i32))) (core instance $i (instantiate $m))
  (func (param "s" (list u8)) (canon lift (core func $i "f") (memory (core memory $i "m"))))) "`realloc` is required")
(assert_invalid (component
  (core module $m (func (export "f") (result i32))) (core instance $i (instantiate $m))
  (func (result string) (canon lift (core func $i "f")))) "`memory` is required")
(assert_invalid (component
  (core module $m (func (export "f") (result i32))) (core instance $i (instantiate $m))
  (func (result (tuple u8 u8)) (canon lift (core func $i "f")))) "`memory` is required")
(assert_invalid (component
  (core module $m (func (export "f") (param i32) (result i32)) (memory (export "m") 1)) (core instance $i (instantiate $m))
  (func (param "a" (tuple u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8 u8)) (result u8) (canon lift (core func $i "f") (memory (core memory $i "m"))))) "`realloc` is required")
(assert_invalid (component (import "f" (func $f (param "s" string))) (core func (canon lower (func $f)))) "`memory` is required")
(assert_invalid (component (import "f" (func $f (result string)))
  (core module $m (memory (export "m") 1)) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m"))))) "`realloc` is required")
(assert_invalid (component (import "f" (func $f (result (tuple u8 u8)))) (core func (canon lower (func $f)))) "`memory` is required")
;; a string that only leaves needs no realloc, and one parameter too many only the caller's memory
(component definition (import "f" (func $f (param "s" string) (result u8)))
  (core module $m (memory (export "m") 1)) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m")))))
;; each option once, one encoding, the right index and the right signature
(assert_invalid (component (import "f" (func $f)) (core func (canon lower (func $f) string-encoding=utf8 string-encoding=utf16))) "conflicts with")
(assert_invalid (component (import "f" (func $f)) (core func (canon lower (func $f) string-encoding=utf8 string-encoding=utf8))) "conflicts with")
(assert_invalid (component (import "f" (func $f)) (core func (canon lower (func $f) string-encoding=latin1+utf16 string-encoding=utf16))) "conflicts with")
(assert_invalid (component (import "f" (func $f)) (core module $m (memory (export "m") 1)) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m")) (memory (core memory $i "m"))))) "`memory` is specified more than once")
(assert_invalid (component (import "f" (func $f)) (core func (canon lower (func $f) (memory 0)))) "memory index out of bounds")
(assert_invalid (component (import "f" (func $f)) (core module $m (memory (export "m") 1)) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m")) (realloc 7)))) "function index out of bounds")
(assert_invalid (component (import "f" (func $f)) (core module $m (memory (export "m") 1) (func (export "r") (param i32 i32 i32) (result i32))) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m")) (realloc (core func $i "r"))))) "incorrect signature")
(assert_invalid (component (import "f" (func $f)) (core module $m (memory (export "m") 1) (func (export "r") (param i32 i32 i32 i32) (result i32))) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (memory (core memory $i "m")) (realloc (core func $i "r")) (realloc (core func $i "r"))))) "`realloc` is specified more than once")
(assert_invalid (component (import "f" (func $f)) (core module $m (func (export "p"))) (core instance $i (instantiate $m))
  (core func (canon lower (func $f) (post-return (core func $i "p"))))) "`post-return` cannot be specified for lowerings")
(assert_invalid (component
  (core module $m (func (export "f") (result i32)) (func (export "p") (param i64))) (core instance $i (instantiate $m))
  (func (result u8) (canon lift (core func $i "f") (post-return (core func $i "p"))))) "incorrect signature")
(assert_invalid (component
  (core module $m (func (export "f") (result i32)) (func (export "p") (param i32) (result i32))) (core instance $i (instantiate $m))
  (func (result u8) (canon lift (core func $i "f") (post-return (core func $i "p"))))) "incorrect signature")
(assert_invalid (component
  (core module $m (func (export "f")) (func (export "p"))) (core instance $i (instantiate $m))
  (func (canon lift (core func $i "f") (post-return (core func $i "p")) (post-return (core func $i "p"))))) "`post-return` is specified more than once")
(assert_invalid (component (core module $m (func (export "f"))) (core instance $i (instantiate $m)) (type $t u8)
  (alias core export $i "f" (core func $f)) (func (type $t) (canon lift (core func $f)))) "not a function type")
;; the realloc signature is checked even where it is not needed
(assert_invalid (component
  (core module $m (memory (export "m") 1) (func (export "f"))) (core instance $i (instantiate $m))
  (func (canon lift (core func $i "f") (memory (core memory $i "m")) (realloc (core func $i "f"))))) "incorrect signature")
