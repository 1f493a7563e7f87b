"""The wasmtime side of the differential test: runs what the Go side sends and answers with what happened.

One JSON document a line on standard input, one a line on standard output:

  (at the start)                                  <- {"wasmtime": "50.0.1"} or {"missing": TEXT}
  {"wat": TEXT, "imports": [NAME...], "resources": [NAME...], "results": {EXPORT: 0 or 1}, "auto": {NAME: KIND},
   "concurrency": BOOL}
                                                  <- {"wasm": BASE64} or {"error": TEXT}
  {"cases": [{"fresh": BOOL, "steps": [STEP...], "after": STEP, "replies": {NAME: [VALUE...]}}...]}
                                                  <- {"out": [[EVENT...]...], "why": [TEXT...]}

STEP is ["call", EXPORT, VALUE...] or ["drop", SERIAL]. A case ends at its first trap, after which only the step "after" is
tried, and the next case has a new instance; it also has one where "fresh" says so. EVENT is ["host", NAME, VALUE...], ["dtor", TYPE, REP], ["result", VALUE or null], ["dropped"],
["skip"] or ["trap"]. Values are described in wire.go. Values are written into and read out of the C structures directly, because
the conversions of the Python package lose the case of variants whose payloads look alike in Python.
"""

import base64
import ctypes
import importlib.metadata
import json
import struct
import sys
from ctypes import byref, c_void_p, cast, memmove, string_at

try:
    import wasmtime
    import wasmtime.component as component
    from wasmtime import _ffi as ffi
except ImportError as e:
    print(json.dumps({"missing": str(e)}))
    sys.exit(2)

VAL = ctypes.sizeof(ffi.wasmtime_component_val_t)
ENTRY = ctypes.sizeof(ffi.wasmtime_component_valrecord_entry_t)
NAME = ctypes.sizeof(ffi.wasm_name_t)
OF = ffi.wasmtime_component_val_t.of.offset

# kind: (tag, struct format) of the kinds that are one number.
SCALARS = {
    ffi.WASMTIME_COMPONENT_S8.value: ("s8", "b"),
    ffi.WASMTIME_COMPONENT_U8.value: ("u8", "B"),
    ffi.WASMTIME_COMPONENT_S16.value: ("s16", "h"),
    ffi.WASMTIME_COMPONENT_U16.value: ("u16", "H"),
    ffi.WASMTIME_COMPONENT_S32.value: ("s32", "i"),
    ffi.WASMTIME_COMPONENT_U32.value: ("u32", "I"),
    ffi.WASMTIME_COMPONENT_S64.value: ("s64", "q"),
    ffi.WASMTIME_COMPONENT_U64.value: ("u64", "Q"),
    ffi.WASMTIME_COMPONENT_CHAR.value: ("char", "I"),
}
KINDS = {tag: (kind, fmt) for kind, (tag, fmt) in SCALARS.items()}
BOOL = ffi.WASMTIME_COMPONENT_BOOL.value
U8 = ffi.WASMTIME_COMPONENT_U8.value
F32 = ffi.WASMTIME_COMPONENT_F32.value
F64 = ffi.WASMTIME_COMPONENT_F64.value
STRING = ffi.WASMTIME_COMPONENT_STRING.value
LIST = ffi.WASMTIME_COMPONENT_LIST.value
RECORD = ffi.WASMTIME_COMPONENT_RECORD.value
TUPLE = ffi.WASMTIME_COMPONENT_TUPLE.value
VARIANT = ffi.WASMTIME_COMPONENT_VARIANT.value
ENUM = ffi.WASMTIME_COMPONENT_ENUM.value
OPTION = ffi.WASMTIME_COMPONENT_OPTION.value
RESULT = ffi.WASMTIME_COMPONENT_RESULT.value
FLAGS = ffi.WASMTIME_COMPONENT_FLAGS.value
RESOURCE = ffi.WASMTIME_COMPONENT_RESOURCE.value


class Trap(Exception):
    pass


def check(error):
    if error:
        raise Trap(str(wasmtime.WasmtimeError._from_ptr(error)))


def pair(addr):
    return struct.unpack("<QQ", string_at(addr, 16))


def read_name(addr):
    size, data = pair(addr)
    return string_at(data, size).decode("utf-8") if size else ""


def write_name(addr, text):
    raw = text.encode("utf-8")
    vec = ffi.wasm_byte_vec_t.from_address(addr)
    ffi.wasm_byte_vec_new_uninitialized(vec, len(raw))
    if raw:
        memmove(vec.data, raw, len(raw))


class World:
    """One store with one instance of the component at hand, and the guest resources that the host holds."""

    def __init__(self, host):
        self.host = host
        self.store = wasmtime.Store(host.engine)
        self.held = {}
        self.serial = 0
        self.funcs = {}
        host.world = self
        self.instance = host.linker.instantiate(self.store, host.component)

    def func(self, name):
        f = self.funcs.get(name)
        if f is None:
            index = self.instance.get_export_index(self.store, name)
            f = self.funcs[name] = self.instance.get_func(self.store, index)._func
        return f

    def read(self, ctx, addr):
        kind = string_at(addr, 1)[0]
        of = addr + OF
        scalar = SCALARS.get(kind)
        if scalar:
            tag, fmt = scalar
            return [tag, struct.unpack("<" + fmt, string_at(of, struct.calcsize(fmt)))[0]]
        if kind == BOOL:
            return ["bool", string_at(of, 1)[0]]
        if kind == F32:
            bits = struct.unpack("<I", string_at(of, 4))[0]
            return ["f32", -1 if bits & 0x7FFFFFFF > 0x7F800000 else bits]
        if kind == F64:
            bits = struct.unpack("<Q", string_at(of, 8))[0]
            return ["f64", -1 if bits & 0x7FFFFFFFFFFFFFFF > 0x7FF0000000000000 else bits]
        if kind == STRING:
            return ["s", read_name(of)]
        if kind in (LIST, TUPLE):
            size, data = pair(of)
            if kind == LIST and size and string_at(data, 1)[0] == U8:
                raw = string_at(data, size * VAL)
                return ["bytes", raw[OF::VAL].hex()]
            items = [self.read(ctx, data + i * VAL) for i in range(size)]
            return ["list" if kind == LIST else "tup"] + items
        if kind == RECORD:
            size, data = pair(of)
            return ["rec"] + [[read_name(data + i * ENTRY), self.read(ctx, data + i * ENTRY + NAME)] for i in range(size)]
        if kind == VARIANT:
            return ["var", read_name(of), self.read_optional(ctx, of + NAME)]
        if kind == ENUM:
            return ["enum", read_name(of)]
        if kind == OPTION:
            payload = self.read_optional(ctx, of)
            return ["opt"] if payload is None else ["opt", payload]
        if kind == RESULT:
            return ["ok" if string_at(of, 1)[0] else "err", self.read_optional(ctx, of + 8)]
        if kind == FLAGS:
            size, data = pair(of)
            return ["flags"] + sorted(read_name(data + i * NAME) for i in range(size))
        if kind == RESOURCE:
            return self.read_resource(ctx, struct.unpack("<Q", string_at(of, 8))[0])
        raise ValueError("kind %d" % kind)

    def read_optional(self, ctx, addr):
        ptr = struct.unpack("<Q", string_at(addr, 8))[0]
        return self.read(ctx, ptr) if ptr else None

    def read_resource(self, ctx, ptr):
        any_ = ctypes.cast(c_void_p(ptr), ctypes.POINTER(ffi.wasmtime_component_resource_any_t))
        own = bool(ffi.wasmtime_component_resource_any_owned(any_))
        host = ctypes.POINTER(ffi.wasmtime_component_resource_host_t)()
        error = ffi.wasmtime_component_resource_any_to_host(ctx, any_, byref(host))
        if error:
            ffi.wasmtime_error_delete(error)
            self.serial += 1
            self.held[self.serial] = ffi.wasmtime_component_resource_any_clone(any_)
            return ["g", own, self.serial]
        out = ["x", own, ffi.wasmtime_component_resource_host_type(host), ffi.wasmtime_component_resource_host_rep(host)]
        ffi.wasmtime_component_resource_host_delete(host)
        return out  # a borrow ended by being made a resource of the host

    def write(self, ctx, addr, v):
        tag = v[0]
        of = addr + OF
        scalar = KINDS.get(tag)
        if scalar:
            kind, fmt = scalar
            memmove(of, struct.pack("<" + fmt, v[1]), struct.calcsize(fmt))
        elif tag == "bool":
            kind = BOOL
            memmove(of, bytes([v[1]]), 1)
        elif tag == "f32":
            kind = F32
            memmove(of, struct.pack("<I", 0x7FC00000 if v[1] < 0 else v[1]), 4)
        elif tag == "f64":
            kind = F64
            memmove(of, struct.pack("<Q", 0x7FF8000000000000 if v[1] < 0 else v[1]), 8)
        elif tag == "s":
            kind = STRING
            write_name(of, v[1])
        elif tag == "bytes":
            kind = LIST
            raw = bytes.fromhex(v[1])
            ffi.wasmtime_component_vallist_new_uninit(ffi.wasmtime_component_vallist_t.from_address(of), len(raw))
            block = bytearray(len(raw) * VAL)
            block[0::VAL] = bytes([U8]) * len(raw)
            block[OF::VAL] = raw
            memmove(pair(of)[1], bytes(block), len(block))
        elif tag in ("list", "tup"):
            items = v[1:]
            if tag == "list":
                kind = LIST
                ffi.wasmtime_component_vallist_new_uninit(ffi.wasmtime_component_vallist_t.from_address(of), len(items))
            else:
                kind = TUPLE
                ffi.wasmtime_component_valtuple_new_uninit(ffi.wasmtime_component_valtuple_t.from_address(of), len(items))
            data = pair(of)[1]
            for i, item in enumerate(items):
                self.write(ctx, data + i * VAL, item)
        elif tag == "rec":
            kind = RECORD
            ffi.wasmtime_component_valrecord_new_uninit(ffi.wasmtime_component_valrecord_t.from_address(of), len(v) - 1)
            data = pair(of)[1]
            for i, (name, item) in enumerate(v[1:]):
                write_name(data + i * ENTRY, name)
                self.write(ctx, data + i * ENTRY + NAME, item)
        elif tag == "var":
            kind = VARIANT
            write_name(of, v[1])
            self.write_optional(ctx, of + NAME, v[2])
        elif tag == "enum":
            kind = ENUM
            write_name(of, v[1])
        elif tag == "opt":
            kind = OPTION
            self.write_optional(ctx, of, v[1] if len(v) > 1 else None)
        elif tag in ("ok", "err"):
            kind = RESULT
            memmove(of, bytes([tag == "ok"]), 1)
            self.write_optional(ctx, of + 8, v[1])
        elif tag == "flags":
            kind = FLAGS
            ffi.wasmtime_component_valflags_new_uninit(ffi.wasmtime_component_valflags_t.from_address(of), len(v) - 1)
            data = pair(of)[1]
            for i, label in enumerate(v[1:]):
                write_name(data + i * NAME, label)
        elif tag in ("x", "g"):
            kind = RESOURCE
            memmove(of, struct.pack("<Q", self.write_resource(ctx, v)), 8)
        else:
            raise ValueError(tag)
        memmove(addr, bytes([kind]), 1)

    def write_optional(self, ctx, addr, v):
        ptr = 0
        if v is not None:
            empty = ffi.wasmtime_component_val_t()
            box = ffi.wasmtime_component_val_new(byref(empty))
            ptr = cast(box, c_void_p).value
            self.write(ctx, ptr, v)
        memmove(addr, struct.pack("<Q", ptr), 8)

    def write_resource(self, ctx, v):
        if v[0] == "g":
            any_ = self.held[v[2]]
            return cast(ffi.wasmtime_component_resource_any_clone(any_), c_void_p).value
        host = ffi.wasmtime_component_resource_host_new(v[1], v[3], v[2])
        any_ = ctypes.POINTER(ffi.wasmtime_component_resource_any_t)()
        check(ffi.wasmtime_component_resource_host_to_any(ctx, host, byref(any_)))
        ffi.wasmtime_component_resource_host_delete(host)
        return cast(any_, c_void_p).value

    def call(self, name, values):
        ctx = self.store._context()
        params = (ffi.wasmtime_component_val_t * max(1, len(values)))()
        base = ctypes.addressof(params)
        for i, v in enumerate(values):
            self.write(ctx, base + i * VAL, v)
        result = ffi.wasmtime_component_val_t()
        n = self.host.results[name]
        for v in values:
            if v[0] == "g" and v[1]:
                self.held.pop(v[2], None)
        try:
            check(ffi.wasmtime_component_func_call(byref(self.func(name)), ctx, params, len(values), byref(result), n))
            out = self.read(ctx, ctypes.addressof(result)) if n else None
        finally:
            for i in range(len(values)):
                ffi.wasmtime_component_val_delete(byref(params[i]))
        if n:
            ffi.wasmtime_component_val_delete(byref(result))
        return out

    def missing(self, v):
        """Whether v names a resource that the host does not hold (any more)."""
        return v[0] == "g" and v[2] not in self.held

    def drop(self, ctx, serial):
        if serial not in self.held:
            self.host.events.append(["skip"])
            return
        check(ffi.wasmtime_component_resource_any_drop(ctx, self.held.pop(serial)))
        self.host.events.append(["dropped"])

    def step(self, step):
        events = self.host.events
        if step[0] == "drop":
            self.drop(self.store._context(), step[1])
            return
        if any(self.missing(v) for v in step[2:]):
            events.append(["skip"])
            return
        events.append(["result", self.call(step[1], step[2:])])


class Host:
    """What stays from one case to the next: the component at hand, and what it imports."""

    def __init__(self):
        self.engines = {}
        for concurrency in (False, True):
            config = wasmtime.Config()
            ffi.wasmtime_config_concurrency_support_set(config.ptr(), concurrency)
            self.engines[concurrency] = wasmtime.Engine(config)
        self.types = {"x": component.ResourceType.host(1), "y": component.ResourceType.host(2)}
        self.keep = []
        self.world = None

    def load(self, wat, imports, resources, results, auto, concurrency):
        self.engine = self.engines[concurrency]
        wasm = bytes(wasmtime.wat2wasm(wat))
        self.world = None
        self.results = results
        self.auto = auto
        self.component = component.Component(self.engine, wasm)
        self.linker = component.Linker(self.engine)
        self.keep = []
        with self.linker.root() as root:
            for number, name in enumerate(resources):
                root.add_resource(name, self.types[name], self.destructor(number + 1))
            for name in imports:
                callback = self.callback(name)
                self.keep.append(callback)
                raw = name.encode()
                check(ffi.wasmtime_component_linker_instance_add_func(
                    root.ptr(), ctypes.create_string_buffer(raw), len(raw), callback, None,
                    ctypes.cast(None, ctypes.CFUNCTYPE(None, c_void_p))))
        return {"wasm": base64.b64encode(wasm).decode()}

    def destructor(self, number):
        def run(store, rep):
            self.events.append(["dtor", number, rep])
        return run

    def callback(self, name):
        def run(_, ctx, ty, args, nargs, results, nresults):
            try:
                base = ctypes.addressof(args.contents) if nargs else 0
                event = ["host", name]
                self.events.append(event)
                for i in range(nargs):
                    event.append(self.world.read(ctx, base + i * VAL))
                if name == "host-drop":
                    self.world.drop(ctx, event[2][1])
                elif name in self.auto:
                    number, kind = event[2][-1] + 1, self.auto[name]
                    answer = [kind, number] if kind == "u32" else ["x", True, 1 + "xy".index(kind), number]
                    self.world.write(ctx, ctypes.addressof(results.contents), answer)
                elif nresults:
                    replies = self.replies.get(name)
                    if not replies:
                        raise Trap("no reply is left")
                    self.world.write(ctx, ctypes.addressof(results.contents), replies.pop(0))
                return 0
            except Trap as e:
                text = ctypes.create_string_buffer(str(e).encode())
                return cast(ffi.wasmtime_error_new(text), c_void_p).value
        return ffi.wasmtime_component_func_callback_t(run)

    def run(self, case):
        self.events = []
        self.replies = case.get("replies") or {}
        try:
            if case.get("fresh") or self.world is None:
                self.world = None
                self.world = World(self)
            for step in case["steps"]:
                self.world.step(step)
        except (Trap, wasmtime.WasmtimeError) as e:
            self.why = str(e)
            self.events.append(["trap"])
            if "after" in case and self.world:
                try:
                    self.world.step(case["after"])
                except (Trap, wasmtime.WasmtimeError):
                    self.events.append(["trap"])
            self.world = None
        return self.events


def main():
    host = Host()
    print(json.dumps({"wasmtime": importlib.metadata.version("wasmtime")}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "wat" in request:
            try:
                answer = host.load(request["wat"], request["imports"] or [], request["resources"] or [], request["results"],
                                   request["auto"] or {}, request["concurrency"])
            except (Trap, wasmtime.WasmtimeError) as e:
                answer = {"error": str(e)}
        else:
            outs, whys = [], []
            for case in request["cases"]:
                host.why = ""
                outs.append(host.run(case))
                whys.append(host.why)
            answer = {"out": outs, "why": whys}
        sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
