;; Outer aliases: how far they reach and what they may bring in.
(assert_invalid (component (alias outer 5 0 (type))) "invalid outer alias count")
(assert_invalid (component (component (alias outer 2 0 (component)))) "invalid outer alias count")
(assert_invalid (component (alias outer 0 0 (type))) "type index out of bounds")
(assert_invalid (component (component (alias outer 1 0 (core module)))) "index out of bounds")
(assert_invalid (component (component (alias outer 1 0 (component)))) "index out of bounds")
(assert_invalid (component (component (alias outer 1 0 (core type)))) "index out of bounds")
;; what stands after the inner component is not there yet
(assert_invalid (component (component (alias outer 1 0 (type))) (type u8)) "index out of bounds")
(component definition (type u8) (core module) (component) (core type (func)) (component (alias outer 1 0 (type)) (alias outer 1 0 (core module)) (alias outer 1 0 (component)) (alias outer 1 0 (core type))))
;; resources do not cross the boundary of a component, in whatever they are wrapped; in the same component they may
(assert_invalid (component (type $r (resource (rep i32))) (component (alias outer 1 $r (type)))) "refers to resources")
(assert_invalid (component (import "r" (type $r (sub resource))) (component (alias outer 1 $r (type)))) "refers to resources")
(assert_invalid (component (type $r (resource (rep i32))) (type $o (own $r)) (component (alias outer 1 $o (type)))) "refers to resources")
(assert_invalid (component (type $r (resource (rep i32))) (type $l (list (borrow $r))) (component (alias outer 1 $l (type)))) "refers to resources")
(assert_invalid (component (type $r (resource (rep i32))) (type $f (func (param "x" (own $r)))) (component (component (alias outer 2 $f (type))))) "refers to resources")
(assert_invalid (component (type $r (resource (rep i32))) (component (type (list (own $r))))) "refers to resources")
(component definition (type $r (resource (rep i32))) (alias outer 0 $r (type $s)) (core func (canon resource.new $s)))
(component definition (type $r (resource (rep i32))) (type (instance (alias outer 1 $r (type $s)) (export "f" (func (param "x" (own $s)))))))
;; an instance type that introduces a resource is closed
(component definition (type $i (instance (export "r" (type $r (sub resource))) (export "f" (func (param "x" (own $r)))))) (component (alias outer 1 $i (type $j)) (import "i" (instance (type $j)))))
;; inside types, aliases reach types only; values of other sorts cannot be had from outside at all
(component definition (type $t u8) (type (component (type (instance (alias outer 2 $t (type $u)) (export "f" (func (result $u))))))))
(assert_invalid (component (type (component (alias outer 1 3 (type))))) "index out of bounds")
