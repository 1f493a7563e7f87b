package core

// proposals name what the operators of proposals that are not supported belong to, by their byte, or by the number behind a prefix byte.
var proposals = []struct {
	prefix      byte // 0: none
	first, last uint32
	feature     string
}{
	{0, 0x06, 0x09, "exceptions of the older proposal"},
	{0, 0x18, 0x19, "exceptions of the older proposal"},
	{0, 0x14, 0x15, "typed references"},
	{0, 0xd3, 0xd3, "garbage-collected types"},
	{0, 0xd4, 0xd6, "typed references"},
	{0, 0xe0, 0xe6, "continuations (stack switching)"},
	{0xfb, 0, 0xffff_ffff, "garbage-collected types"},
	{0xfc, 0x12, 0x12, "operators of memory control"},
	{0xfc, 0x13, 0x16, "operators of wide arithmetic"},
	{0xfd, 0x100, 0x113, "operators of relaxed SIMD"},
	{0xfe, 0x4f, 0x72, "operators of shared-everything threads"},
}

// proposalOf gives the proposal that an operator belongs to, "": none that is known.
func proposalOf(prefix byte, n uint32) string {
	for _, p := range proposals {
		if p.prefix == prefix && p.first <= n && n <= p.last {
			return p.feature
		}
	}
	return ""
}
