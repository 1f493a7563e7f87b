package binary

import "bytes"

// FileKind is what the first bytes of a file say it is.
type FileKind uint8

// Kinds of files.
const (
	// NotWasm is a file that does not start as WebAssembly does.
	NotWasm FileKind = iota
	// TooShort is a file that starts as WebAssembly does and ends before it says of which kind it is.
	TooShort
	// CoreModuleFile is a core module: not a component.
	CoreModuleFile
	// ComponentFile is a component in the version that Decode reads.
	ComponentFile
	// UnknownVersion is WebAssembly of another version or layer.
	UnknownVersion
)

var (
	magic            = []byte{0x00, 'a', 's', 'm'}
	componentVersion = []byte{0x0d, 0x00, 0x01, 0x00}
	moduleVersion    = []byte{0x01, 0x00, 0x00, 0x00}
)

// preambleSize is the size in bytes of magic and version.
const preambleSize = 8

// Header looks at the first 8 bytes of a file.
func Header(data []byte) FileKind {
	switch {
	case len(data) > 0 && len(data) < preambleSize && bytes.HasPrefix(append(magic[:4:4], componentVersion...), data):
		return TooShort
	case len(data) < preambleSize || !bytes.Equal(data[:4], magic):
		return NotWasm
	case bytes.Equal(data[4:8], componentVersion):
		return ComponentFile
	case bytes.Equal(data[4:8], moduleVersion):
		return CoreModuleFile
	default:
		return UnknownVersion
	}
}

// refusal says why a file of this kind is no component.
func (k FileKind) refusal() string {
	switch k {
	case TooShort:
		return "the file ends within its first 8 bytes"
	case CoreModuleFile:
		return "this is a core WebAssembly module, not a component"
	case UnknownVersion:
		return "this is WebAssembly of a version that is not supported; components of version 0x0d are"
	default:
		return "this is not WebAssembly: the first four bytes must be 00 61 73 6d"
	}
}
