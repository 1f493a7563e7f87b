;; Guests that try to take more than they may, or that show what a host sees of itself. The Go tests take them from the packed file by their names.

;; Destructors that run inside one another: each drops a resource whose destructor does the same, as many times as "limit" says.
(component definition $Chain
  (core module $Table (table (export "t") 1 funcref))
  (core instance $table (instantiate $Table))
  (core module $Dtor
    (table (import "" "t") 1 funcref)
    (func (export "dtor") (param i32) (call_indirect (param i32) (local.get 0) (i32.const 0))))
  (core instance $dtor (instantiate $Dtor (with "" (instance $table))))
  (type $link (resource (rep i32) (dtor (core func $dtor "dtor"))))
  (core func $new (canon resource.new $link))
  (core func $drop (canon resource.drop $link))
  (core module $M
    (import "" "new" (func $new (param i32) (result i32)))
    (import "" "drop" (func $drop (param i32)))
    (table (import "" "t") 1 funcref)
    (global $count (mut i32) (i32.const 0))
    (func $next (param $left i32)
      (global.set $count (i32.add (global.get $count) (i32.const 1)))
      (if (local.get $left) (then (call $drop (call $new (i32.sub (local.get $left) (i32.const 1)))))))
    (elem (i32.const 0) func $next)
    (func (export "run") (param i32) (result i32)
      (call $drop (call $new (i32.sub (local.get 0) (i32.const 1))))
      (global.get $count)))
  (core instance $m (instantiate $M
    (with "" (instance (export "new" (func $new)) (export "drop" (func $drop)) (export "t" (table $table "t"))))))
  (func (export "run") (param "links" u32) (result u32) (canon lift (core func $m "run"))))

;; As $Chain, but each destructor fills its own stack before it goes on.
(component definition $DeepChain
  (core module $Table (table (export "t") 1 funcref))
  (core instance $table (instantiate $Table))
  (core module $Dtor
    (table (import "" "t") 1 funcref)
    (func (export "dtor") (param i32) (call_indirect (param i32) (local.get 0) (i32.const 0))))
  (core instance $dtor (instantiate $Dtor (with "" (instance $table))))
  (type $link (resource (rep i32) (dtor (core func $dtor "dtor"))))
  (core func $new (canon resource.new $link))
  (core func $drop (canon resource.drop $link))
  (core module $M
    (import "" "new" (func $new (param i32) (result i32)))
    (import "" "drop" (func $drop (param i32)))
    (table (import "" "t") 1 funcref)
    (func $deep (param $frames i32) (param $depth i32) (result i32)
      (if (result i32) (local.get $frames)
        (then (i32.add (i32.const 1) (call $deep (i32.sub (local.get $frames) (i32.const 1)) (local.get $depth))))
        (else (call $drop (call $new (local.get $depth))) (i32.const 0))))
    (func $next (param $depth i32) (drop (call $deep (local.get $depth) (local.get $depth))))
    (elem (i32.const 0) func $next)
    (func (export "run") (param i32) (call $next (local.get 0))))
  (core instance $m (instantiate $M
    (with "" (instance (export "new" (func $new)) (export "drop" (func $drop)) (export "t" (table $table "t"))))))
  (func (export "run") (param "frames" u32) (canon lift (core func $m "run"))))

;; Recursion of a function with 49,000 locals: (func $run (export "run") (param i32) (result i32) (local i64 …)
;; (if (i32.eqz (local.get 0)) (then (return (i32.const 0)))) (call $run (i32.sub (local.get 0) (i32.const 1)))). They are not all written out here.
(component definition $ManyLocals binary
  "\00\61\73\6d\0d\00\01\00\01\3f\00\61\73\6d\01\00\00\00\01\06\01\60\01\7f\01\7f\03\03\02\00\00\07\07\01\03\72\75\6e\00\01"
  "\0a\1f\02\16\01\e8\fe\02\7e\20\00\45\04\40\41\00\0f\0b\20\00\41\01\6b\10\00\0b\06\00\20\00\10\00\0b\02\04\01\00\00\00\07"
  "\08\01\40\01\01\6e\79\00\79\06\09\01\00\00\01\00\03\72\75\6e\08\06\01\00\00\00\00\00\0b\09\01\00\03\72\75\6e\01\00\00")

;; Gives the host a resource of the host, together with a text that is none where "bad" says so.
(component definition $Giver
  (import "api" (instance $api
    (export "thing" (type $thing (sub resource)))
    (export "make" (func (result (own $thing))))
    (export "give" (func (param "t" (own $thing)) (param "s" string)))))
  (alias export $api "thing" (type $thing))
  (core module $Memory (memory (export "mem") 1) (data (i32.const 0) "ok\ff\ff"))
  (core instance $memory (instantiate $Memory))
  (core func $make (canon lower (func $api "make")))
  (core func $give (canon lower (func $api "give") (memory (core memory $memory "mem"))))
  (core module $M
    (import "" "make" (func $make (result i32)))
    (import "" "give" (func $give (param i32 i32 i32)))
    (func (export "give") (param $bad i32)
      (drop (call $make))
      (call $give (call $make) (i32.shl (local.get $bad) (i32.const 1)) (i32.const 2))))
  (core instance $m (instantiate $M (with "" (instance (export "make" (func $make)) (export "give" (func $give))))))
  (func (export "give") (param "bad" bool) (canon lift (core func $m "give"))))

;; Lends one handle as often as it is told, in one list, to the component that made the resource.
(component definition $Lender
  (component $Maker
    (type $r (resource (rep i32)))
    (export $e "r" (type $r))
    (core module $M
      (memory (export "mem") 1)
      (func (export "realloc") (param i32 i32 i32 i32) (result i32)
        (drop (memory.grow (i32.add (i32.shr_u (local.get 3) (i32.const 16)) (i32.const 1))))
        (i32.const 16))
      (func (export "take") (param i32 i32) (result i32) (local.get 1)))
    (core instance $m (instantiate $M))
    (core func $new (canon resource.new $r))
    (func (export "make") (param "rep" u32) (result (own $e)) (canon lift (core func $new)))
    (func (export "take") (param "all" (list (borrow $e))) (result u32)
      (canon lift (core func $m "take") (memory (core memory $m "mem")) (realloc (core func $m "realloc")))))
  (instance $maker (instantiate $Maker))
  (component $Caller
    (import "maker" (instance $maker
      (export "r" (type $r (sub resource)))
      (export "make" (func (param "rep" u32) (result (own $r))))
      (export "take" (func (param "all" (list (borrow $r))) (result u32)))))
    (core module $Memory (memory (export "mem") 1))
    (core instance $memory (instantiate $Memory))
    (core func $make (canon lower (func $maker "make")))
    (core func $take (canon lower (func $maker "take") (memory (core memory $memory "mem"))))
    (core module $M
      (import "" "mem" (memory 1))
      (import "" "make" (func $make (param i32) (result i32)))
      (import "" "take" (func $take (param i32 i32) (result i32)))
      (func (export "lend") (param $n i32) (result i32) (local $i i32) (local $h i32)
        (local.set $h (call $make (i32.const 1)))
        (drop (memory.grow (i32.shr_u (local.get $n) (i32.const 14))))
        (loop $next
          (i32.store (i32.shl (local.get $i) (i32.const 2)) (local.get $h))
          (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
        (call $take (i32.const 0) (local.get $n))))
    (core instance $m (instantiate $M (with "" (instance
      (export "mem" (memory $memory "mem")) (export "make" (func $make)) (export "take" (func $take))))))
    (func (export "lend") (param "times" u32) (result u32) (canon lift (core func $m "lend"))))
  (instance $caller (instantiate $Caller (with "maker" (instance $maker))))
  (export "lend" (func $caller "lend")))

;; Ten instances, each of ten, and so on: a million in all.
(component definition $Million
  (component $C
    (component $C
      (component $C
        (component $C
          (component $C
            (component $C)
            (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
            (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))
          (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
          (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))
        (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
        (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))
      (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
      (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))
    (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
    (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))
  (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C))
  (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)) (instance (instantiate $C)))

;; Instances each of which holds as many handles as it is told.
(component definition $Hoarders
  (component $C
    (type $r (resource (rep i32)))
    (core func $new (canon resource.new $r))
    (core module $M
      (import "" "new" (func $new (param i32) (result i32)))
      (func (export "hold") (param $n i32)
        (loop $again (drop (call $new (i32.const 1))) (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
    (core instance $m (instantiate $M (with "" (instance (export "new" (func $new))))))
    (func (export "hold") (param "n" u32) (canon lift (core func $m "hold"))))
  (instance $a (instantiate $C))
  (instance $b (instantiate $C))
  (export "a" (func $a "hold"))
  (export "b" (func $b "hold")))

;; It traps before it has been made, with a memory and what a host gave it.
(component definition $Stillborn
  (core module $Start (memory 16) (func $start (i32.store (i32.const 65536) (i32.const 1)) unreachable) (start $start))
  (core instance (instantiate $Start)))

;; Calls out again and again, does not end before, and passes on what it imports.
(component definition $Caller
  (import "ask" (func $ask (param "n" u32) (result string)))
  (import "api" (instance $api
    (export "inner" (instance (export "answer" (func (result u32)))))))
  (core module $Memory
    (memory (export "mem") 1)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 64)))
  (core instance $memory (instantiate $Memory))
  (core func $ask-core (canon lower (func $ask) (memory (core memory $memory "mem")) (realloc (core func $memory "realloc"))))
  (core module $M
    (import "" "ask" (func $ask (param i32 i32)))
    (func (export "asks") (param $n i32)
      (loop $again
        (call $ask (local.get $n) (i32.const 16))
        (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
  (core instance $m (instantiate $M (with "" (instance (export "ask" (func $ask-core))))))
  (func (export "asks") (param "times" u32) (canon lift (core func $m "asks")))
  (export "ask-again" (func $ask))
  (export "outer" (instance $api)))

;; One instance makes resources whose destructor may trap, another calls the host, which may drop one meanwhile.
(component definition $Pair
  (import "host" (func $host))
  (component $Maker
    (core module $Dtor
      (global $dropped (mut i32) (i32.const 0))
      (func (export "dtor") (param i32)
        (if (i32.eq (local.get 0) (i32.const 13)) (then unreachable))
        (global.set $dropped (i32.add (global.get $dropped) (i32.const 1))))
      (func (export "dropped") (result i32) (global.get $dropped)))
    (core instance $dtor (instantiate $Dtor))
    (type $r (resource (rep i32) (dtor (core func $dtor "dtor"))))
    (core func $new (canon resource.new $r))
    (export $e "r" (type $r))
    (func (export "make") (param "rep" u32) (result (own $e)) (canon lift (core func $new)))
    (func (export "dropped") (result u32) (canon lift (core func $dtor "dropped"))))
  (component $Caller
    (import "host" (func $host))
    (core func $host-core (canon lower (func $host)))
    (core module $M
      (import "" "host" (func $host))
      (func (export "run") (result i32) (call $host) (i32.const 1)))
    (core instance $m (instantiate $M (with "" (instance (export "host" (func $host-core))))))
    (func (export "run") (result u32) (canon lift (core func $m "run"))))
  (instance $maker (instantiate $Maker))
  (instance $caller (instantiate $Caller (with "host" (func $host))))
  (export "maker" (instance $maker))
  (export "run" (func $caller "run")))

;; Destructors run inside one another up to a depth that both engines share.
(component instance $chain $Chain)
(assert_return (invoke "run" (u32.const 1)) (u32.const 1))
(assert_return (invoke "run" (u32.const 500)) (u32.const 501))
(assert_trap (invoke "run" (u32.const 100000)) "call stack exhausted")
