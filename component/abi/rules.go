package abi

import "fmt"

// Ids of the rules that a Violation names. They are stable: programs and test files may compare them.
const (
	RulePointerAlign   = "pointer-align"
	RulePointerBounds  = "pointer-bounds"
	RuleStringAlign    = "string-align"
	RuleStringBounds   = "string-bounds"
	RuleStringLength   = "string-length"
	RuleStringUTF8     = "string-utf8"
	RuleStringUTF16    = "string-utf16"
	RuleListAlign      = "list-align"
	RuleListBounds     = "list-bounds"
	RuleListLength     = "list-length"
	RuleCharRange      = "char-range"
	RuleDiscriminant   = "discriminant"
	RuleReallocAlign   = "realloc-align"
	RuleReallocBounds  = "realloc-bounds"
	RuleReallocMissing = "realloc-missing"
	RuleHandleUnknown  = "handle-unknown"
	RuleHandleType     = "handle-type"
	RuleHandleNotOwn   = "handle-not-own"
	RuleHandleLent     = "handle-lent"
	RuleHandleLimit    = "handle-limit"
	RuleBorrowHeld     = "borrow-held"
	RuleMayLeave       = "may-leave"
	RuleMayEnter       = "may-enter"
)

// Rule is one rule of the canonical ABI that a guest can break, as its author needs it explained.
type Rule struct {
	ID string
	// Title says the rule, Broken what the guest did, Cause what usually leads to it.
	Title, Broken, Cause string
}

// freed is the cause of most wild pointers.
const freed = "The memory was freed or reused before the host read it, or hand-written bindings do not match the WIT that the component was built with."

// Rules lists every rule by which this package and the runtime above it end a call, in the order of a reader's interest.
var Rules = []Rule{
	{RuleStringUTF8, "Strings are valid UTF-8.",
		"The component passed a string whose bytes are not UTF-8.",
		"Bytes of a file or of a process were passed as a string without decoding them (Rust: from_utf8_unchecked; C: any char*; Go: string(bytes)), or a string was cut in the middle of a character."},
	{RuleStringUTF16, "UTF-16 strings have their surrogates in pairs.",
		"The component passed a UTF-16 string with a lone surrogate.",
		"A JavaScript string was cut between two halves of a character: cut at code points, or use toWellFormed()."},
	{RuleStringBounds, "A string lies inside the memory.",
		"The component passed a string whose address and length reach beyond its memory.", freed},
	{RuleStringAlign, "UTF-16 strings start at an even address.",
		"The component passed a string of two-byte units at an odd address.", freed},
	{RuleStringLength, "A string has at most 268,435,455 bytes.",
		"The component passed a longer string.",
		"A length was computed wrongly (often a negative number taken as unsigned), or code units were taken for bytes."},
	{RuleListBounds, "A list lies inside the memory.",
		"The component passed a list whose address and length reach beyond its memory.", freed},
	{RuleListAlign, "A list starts at an address that its elements' alignment divides.",
		"The component passed a list at an unaligned address.", freed},
	{RuleListLength, "A list has at most 268,435,455 bytes.",
		"The component passed a longer list.",
		"A length was computed wrongly (often a negative number taken as unsigned), or bytes were taken for elements."},
	{RulePointerBounds, "Arguments and results that do not fit on the stack lie inside the memory.",
		"The component gave an address for its arguments or its result that reaches beyond its memory.", freed},
	{RulePointerAlign, "Arguments and results that do not fit on the stack are aligned.",
		"The component gave an unaligned address for its arguments or its result.", freed},
	{RuleCharRange, "A char is a Unicode scalar value: below 0x110000, no surrogate.",
		"The component passed a number that is no such value as a char.",
		"A number was cast to a char without a check, or memory was read that was never written."},
	{RuleDiscriminant, "The number of a case is one that the variant, enum, option or result has.",
		"The component passed the number of a case that does not exist.",
		"Memory was passed that was never written, or the component was built with another version of the interface."},
	{RuleReallocBounds, "Memory that cabi_realloc returns lies inside the memory.",
		"cabi_realloc returned an address whose block reaches beyond the memory.",
		"The allocator is out of memory and returned -1 or an address that it did not reserve: it has to trap instead."},
	{RuleReallocAlign, "Memory that cabi_realloc returns has the alignment that was asked for.",
		"cabi_realloc returned an unaligned address.",
		"A hand-written allocator ignores its third argument, the alignment."},
	{RuleReallocMissing, "A function that takes or returns strings, lists or many values names an allocator.",
		"The component declares no realloc for a function that needs one.",
		"The component was made by hand without the `realloc` option."},
	{RuleHandleUnknown, "A handle is one that the component holds.",
		"The component used the number of a handle that it does not hold.",
		"A resource was used after it was dropped or passed on, or was dropped twice."},
	{RuleHandleType, "A handle is used as the resource type that it is.",
		"The component used a handle of one resource type as another.",
		"A resource was dropped and its number, reused since, was kept; or handles of two types were mixed up."},
	{RuleHandleNotOwn, "Only a handle that the component owns can be passed on as own.",
		"The component passed a borrowed handle as its own.",
		"An argument of type borrow was passed on where the function takes ownership."},
	{RuleHandleLent, "A handle is neither dropped nor passed on while it is lent.",
		"The component gave away or dropped a handle that it had lent to a call that still runs.",
		"One call was given the same resource both as borrow and as own."},
	{RuleHandleLimit, "A component holds at most as many handles as its limit allows.",
		"The component would have held more handles.",
		"Resources are opened in a loop and never dropped."},
	{RuleBorrowHeld, "Borrowed handles are dropped before the function returns.",
		"The component returned while it still held a handle that it had been lent for the call.",
		"The language's bindings leave it to the garbage collector to drop it, or it was stored: drop it (close it, dispose of it) before returning."},
	{RuleMayLeave, "A component calls no imports from cabi_realloc or from its post-return function.",
		"The component called an import from there.",
		"The language's runtime starts inside its allocator, reads a clock or a random number there, or collects garbage and drops resources."},
	{RuleMayEnter, "A component is not entered while it runs.",
		"A call came back into a component that was waiting for the call to return.",
		"A callback leads back to the component that called."},
}

// RuleByID finds a rule of the table.
func RuleByID(id string) (Rule, bool) {
	for _, r := range Rules {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

// violate makes a Violation; its path grows on the way out (see within).
func violate(rule, format string, args ...any) *Violation {
	return &Violation{Rule: rule, Detail: fmt.Sprintf(format, args...)}
}

// ValueError is a Go value that does not fit the component type it is to be lowered to: a mistake of the host, not of the guest.
type ValueError struct {
	// Path says where: "result.ok.matches[3].path", "argument query".
	Path string
	// Detail is what is wrong: "want string, have u32".
	Detail string
}

// Error is one line.
func (e *ValueError) Error() string {
	if e.Path == "" {
		return e.Detail
	}
	return e.Path + ": " + e.Detail
}

// WrongCount says that a call has another number of arguments than the function has parameters.
func WrongCount(want, have int) *ValueError {
	if want == 1 {
		return badValue("want 1 argument, have %d", have)
	}
	return badValue("want %d arguments, have %d", want, have)
}

func badValue(format string, args ...any) *ValueError {
	return &ValueError{Detail: fmt.Sprintf(format, args...)}
}

// within says that err arose inside the part that segment names. Paths are put together only when there is an error, from the inside out.
func within(err error, segment string) error {
	switch e := err.(type) {
	case *Violation:
		e.Path = segment + e.Path
	case *ValueError:
		e.Path = segment + e.Path
	}
	return err
}
