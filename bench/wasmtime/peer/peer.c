// The wasmtime side of the benchmarks, on libwasmtime's C API.
//
//   peer compile FUEL IN.wasm OUT.cwasm               compile ahead of time
//   peer first FUEL IN.cwasm TOOL ARGUMENTS           a process up to its first result
//   peer cold FUEL IN.wasm TOOL ARGUMENTS             the same without anything compiled ahead
//   peer cached FUEL IN.wasm TOOL ARGUMENTS CACHE     the same with wasmtime's own cache, as the file CACHE describes it
//   peer fill FUEL GUEST.wasm MIB                     fill memory of the guest
//   peer serve FUEL POOL GUEST.wasm PLUGIN.wasm DOCUMENT [OTHER.wasm TOOL ARGUMENTS]
//                                                     measure in one process: a line "FIGURE COUNT" in, the seconds for COUNT repetitions out
//
// FUEL is 1 where code counts fuel; POOL is 1 where instances come out of a pool that was reserved at the start.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wasmtime.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(wasmtime_error_t *error, const char *what) {
    if (!error) return;
    wasm_byte_vec_t message;
    wasmtime_error_message(error, &message);
    fprintf(stderr, "%s: %.*s\n", what, (int)message.size, message.data);
    exit(1);
}

static wasm_byte_vec_t read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    wasm_byte_vec_t bytes;
    wasm_byte_vec_new_uninitialized(&bytes, size);
    if (fread(bytes.data, 1, size, f) != size) exit(1);
    fclose(f);
    return bytes;
}

static bool fuel;

static wasm_engine_t *new_engine(bool pool, const char *cache) {
    wasm_config_t *config = wasm_config_new();
    if (cache) check(wasmtime_config_cache_config_load(config, cache), cache);
    wasmtime_config_consume_fuel_set(config, fuel);
    wasmtime_config_wasm_component_model_set(config, true);
    if (pool) {
        wasmtime_pooling_allocation_config_t *p = wasmtime_pooling_allocation_config_new();
        wasmtime_pooling_allocation_config_total_core_instances_set(p, 100);
        wasmtime_pooling_allocation_config_total_memories_set(p, 20);
        wasmtime_pooling_allocation_config_total_tables_set(p, 60);
        wasmtime_pooling_allocation_config_max_memory_size_set(p, (size_t)1 << 28);
        wasmtime_pooling_allocation_config_linear_memory_keep_resident_set(p, (size_t)1 << 20);
        wasmtime_pooling_allocation_strategy_set(config, p);
        wasmtime_pooling_allocation_config_delete(p);
    }
    return wasm_engine_new_with_config(config);
}

static wasmtime_component_t *compile(wasm_engine_t *engine, const char *path) {
    wasm_byte_vec_t bytes = read_file(path);
    wasmtime_component_t *component;
    check(wasmtime_component_new(engine, (uint8_t *)bytes.data, bytes.size, &component), path);
    wasm_byte_vec_delete(&bytes);
    return component;
}

#define INVOCATION 1
#define OTHER 2

static wasmtime_error_t *dropped(void *data, wasmtime_context_t *context, uint32_t rep) {
    (void)data, (void)context, (void)rep;
    return NULL;
}

static wasmtime_error_t *refused(void *data, wasmtime_context_t *context, const wasmtime_component_func_type_t *type,
                                 wasmtime_component_val_t *args, size_t args_size, wasmtime_component_val_t *results, size_t results_size) {
    (void)data, (void)context, (void)type, (void)args, (void)args_size, (void)results, (void)results_size;
    return wasmtime_error_new("no host function of the plugin API can be called here");
}

// Every function of an imported instance fails; its resources can be handed over.
static void supply(wasm_engine_t *engine, wasmtime_component_linker_instance_t *root, const char *interface, size_t length,
                   const wasmtime_component_instance_type_t *type) {
    wasmtime_component_linker_instance_t *i;
    check(wasmtime_component_linker_instance_add_instance(root, interface, length, &i), interface);
    size_t count = wasmtime_component_instance_type_export_count(type, engine);
    for (size_t n = 0; n < count; n++) {
        const char *name;
        size_t size;
        wasmtime_component_item_t item;
        if (!wasmtime_component_instance_type_export_nth(type, engine, n, &name, &size, &item)) continue;
        if (item.kind == WASMTIME_COMPONENT_ITEM_COMPONENT_FUNC)
            check(wasmtime_component_linker_instance_add_func(i, name, size, refused, NULL, NULL), "function");
        if (item.kind == WASMTIME_COMPONENT_ITEM_RESOURCE) {
            bool context = size == 10 && !memcmp(name, "invocation", size);
            wasmtime_component_resource_type_t *t = wasmtime_component_resource_type_new_host(context ? INVOCATION : OTHER);
            check(wasmtime_component_linker_instance_add_resource(i, name, size, t, dropped, NULL, NULL), "resource");
            wasmtime_component_resource_type_delete(t);
        }
        wasmtime_component_item_delete(&item);
    }
    wasmtime_component_linker_instance_delete(i);
}

// All that a component imports: the plugin API as above, WASI for those that use it.
static wasmtime_component_linker_t *new_linker(wasm_engine_t *engine, wasmtime_component_t *component) {
    wasmtime_component_linker_t *linker = wasmtime_component_linker_new(engine);
    wasmtime_component_type_t *type = wasmtime_component_type(component);
    size_t count = wasmtime_component_type_import_count(type, engine);
    bool wasi = false;
    for (size_t n = 0; n < count; n++) {
        const char *name;
        size_t size;
        wasmtime_component_item_t item;
        if (!wasmtime_component_type_import_nth(type, engine, n, &name, &size, &item)) continue;
        if (size > 5 && !memcmp(name, "wasi:", 5)) {
            wasi = true;
        } else if (item.kind == WASMTIME_COMPONENT_ITEM_COMPONENT_INSTANCE) {
            wasmtime_component_linker_instance_t *root = wasmtime_component_linker_root(linker);
            supply(engine, root, name, size, item.of.component_instance);
            wasmtime_component_linker_instance_delete(root);
        }
        wasmtime_component_item_delete(&item);
    }
    wasmtime_component_type_delete(type);
    if (wasi) {
        check(wasmtime_component_linker_add_wasip2(linker), "WASI");
        check(wasmtime_component_linker_add_wasi_http(linker), "WASI HTTP");
    }
    return linker;
}

typedef struct {
    wasmtime_store_t *store;
    wasmtime_context_t *context;
    wasmtime_component_instance_t instance;
} world;

static world instantiate(wasm_engine_t *engine, wasmtime_component_linker_t *linker, wasmtime_component_t *component, bool wasi) {
    world w;
    w.store = wasmtime_store_new(engine, NULL, NULL);
    wasmtime_store_limiter(w.store, 1 << 30, -1, -1, -1, -1);
    w.context = wasmtime_store_context(w.store);
    if (fuel) check(wasmtime_context_set_fuel(w.context, (uint64_t)1 << 62), "fuel");
    if (wasi) {
        check(wasmtime_context_set_wasi(w.context, wasi_config_new()), "WASI");
        wasmtime_context_set_wasi_http(w.context);
    }
    check(wasmtime_component_linker_instantiate(linker, w.context, component, &w.instance), "instantiate");
    return w;
}

static bool find(world *w, const char *interface, const char *name, wasmtime_component_func_t *f) {
    wasmtime_component_export_index_t *outer = NULL;
    if (interface) {
        outer = wasmtime_component_instance_get_export_index(&w->instance, w->context, NULL, interface, strlen(interface));
        if (!outer) return false;
    }
    wasmtime_component_export_index_t *index = wasmtime_component_instance_get_export_index(&w->instance, w->context, outer, name, strlen(name));
    return index && wasmtime_component_instance_get_func(&w->instance, w->context, index, f);
}

static wasmtime_component_val_t text(const char *s, size_t size) {
    wasmtime_component_val_t v = {.kind = WASMTIME_COMPONENT_STRING};
    wasm_byte_vec_new(&v.of.string, size, s);
    return v;
}

static wasmtime_component_val_t number(uint32_t n) { return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_U32, .of.u32 = n}; }

// One call. Arguments stay the caller's.
static wasmtime_component_val_t call(world *w, const wasmtime_component_func_t *f, const wasmtime_component_val_t *args, size_t count) {
    wasmtime_component_val_t result = {0};
    check(wasmtime_component_func_call(f, w->context, args, count, &result, 1), "call");
    return result;
}

// Calls a tool of a plugin, or "work" of a component that exports that with the arguments as a number.
static void use(world *w, const char *tool, const char *arguments, size_t size) {
    wasmtime_component_func_t f;
    wasmtime_component_val_t result;
    if (find(w, "openidea:plugin/mcp-provider@1.4.0", "call", &f)) {
        wasmtime_component_val_t args[3] = {text(tool, strlen(tool)), text(arguments, size), {.kind = WASMTIME_COMPONENT_RESOURCE}};
        wasmtime_component_resource_host_t *ctx = wasmtime_component_resource_host_new(true, 1, INVOCATION);
        check(wasmtime_component_resource_host_to_any(w->context, ctx, &args[2].of.resource), "context");
        wasmtime_component_resource_host_delete(ctx);
        result = call(w, &f, args, 3);
        if (result.kind == WASMTIME_COMPONENT_RESULT && !result.of.result.is_ok) fprintf(stderr, "the tool failed\n"), exit(1);
        check(wasmtime_component_resource_any_drop(w->context, args[2].of.resource), "context");
        for (int i = 0; i < 3; i++) wasmtime_component_val_delete(&args[i]);
    } else if (find(w, NULL, "work", &f)) {
        wasmtime_component_val_t arg = number((uint32_t)atol(arguments));
        result = call(w, &f, &arg, 1);
    } else {
        fprintf(stderr, "the component exports neither openidea:plugin/mcp-provider@1.4.0 nor work\n");
        exit(1);
    }
    wasmtime_component_val_delete(&result);
}

// A component's first result.
static void first(wasm_engine_t *engine, wasmtime_component_t *component, const char *tool, const char *arguments, double start) {
    wasmtime_component_linker_t *linker = new_linker(engine, component);
    world w = instantiate(engine, linker, component, true);
    use(&w, tool, arguments, strlen(arguments));
    printf("first %.6f\n", now() - start);
}

static wasm_engine_t *engine;
static wasmtime_component_t *guest, *plugin;
static wasmtime_component_linker_t *guest_linker, *plugin_linker;
static world in, plugin_in, other_in;
static wasm_byte_vec_t document;
static const char *other_tool, *other_arguments;

#define MIB ((size_t)1 << 20)

static double repeat(const char *name, const wasmtime_component_val_t *args, size_t count, long n) {
    wasmtime_component_func_t f;
    if (!find(&in, NULL, name, &f)) exit(1);
    double start = now();
    while (n-- > 0) {
        wasmtime_component_val_t result = call(&in, &f, args, count);
        wasmtime_component_val_delete(&result);
    }
    return now() - start;
}

static double measure(const char *figure, long n) {
    double took = -1;
    if (fuel) check(wasmtime_context_set_fuel(in.context, (uint64_t)1 << 62), "fuel");
    if (!strcmp(figure, "join")) {
        wasmtime_component_val_t args[2] = {text("find_notes", 10), text("{\"text\":\"milk\"}", 15)};
        took = repeat("join", args, 2, n);
    } else if (!strcmp(figure, "string") || !strcmp(figure, "string-mixed")) {
        const char *part = figure[6] ? "Gr\xc3\xbc\xc3\x9f" "e, \xe4\xb8\x96\xe7\x95\x8c! " : "x";
        size_t step = strlen(part), size = MIB / step * step;
        char *bytes = malloc(size);
        for (size_t i = 0; i < size; i += step) memcpy(bytes + i, part, step);
        wasmtime_component_val_t arg = text(bytes, size);
        free(bytes);
        took = repeat("echo-string", &arg, 1, n);
        wasmtime_component_val_delete(&arg);
    } else if (!strcmp(figure, "bytes")) {
        wasmtime_component_val_t arg = {.kind = WASMTIME_COMPONENT_LIST};
        wasmtime_component_vallist_new_uninit(&arg.of.list, MIB);
        for (size_t i = 0; i < MIB; i++) arg.of.list.data[i] = (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_U8, .of.u8 = (uint8_t)i};
        took = repeat("echo-bytes", &arg, 1, n);
        wasmtime_component_val_delete(&arg);
    } else if (!strcmp(figure, "spin") || !strcmp(figure, "fib")) {
        wasmtime_component_val_t arg = number(*figure == 's' ? 10000000 : 30);
        took = repeat(figure, &arg, 1, n);
    } else if (!strcmp(figure, "instantiate")) {
        double start = now();
        while (n-- > 0) {
            world w = instantiate(engine, plugin_linker, plugin, false);
            wasmtime_store_delete(w.store);
        }
        took = now() - start;
    } else if (!strcmp(figure, "rust") || (!strcmp(figure, "extra") && other_tool)) {
        double start = now();
        while (n-- > 0) {
            if (*figure == 'r') use(&plugin_in, "recent_searches", document.data, document.size);
            else use(&other_in, other_tool, other_arguments, strlen(other_arguments));
        }
        took = now() - start;
    }
    return took;
}

static long peak_kib(void) {
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    long kib = 0;
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "VmHWM:", 6)) kib = atol(line + 6);
    if (f) fclose(f);
    return kib;
}

int main(int argc, char **argv) {
    double start = now();
    if (argc < 4) return 2;
    const char *mode = argv[1];
    fuel = atoi(argv[2]);
    if (!strcmp(mode, "compile") && argc == 5) {
        engine = new_engine(false, NULL);
        wasmtime_component_t *c = compile(engine, argv[3]);
        wasm_byte_vec_t bytes;
        check(wasmtime_component_serialize(c, &bytes), "serialize");
        FILE *f = fopen(argv[4], "wb");
        if (!f || fwrite(bytes.data, 1, bytes.size, f) != bytes.size || fclose(f)) return 1;
        printf("compile %.6f\n", now() - start);
    } else if (!strcmp(mode, "first") && argc == 6) {
        engine = new_engine(false, NULL);
        wasmtime_component_t *c;
        check(wasmtime_component_deserialize_file(engine, argv[3], &c), argv[3]);
        first(engine, c, argv[4], argv[5], start);
    } else if (!strcmp(mode, "cold") && argc == 6) {
        engine = new_engine(false, NULL);
        first(engine, compile(engine, argv[3]), argv[4], argv[5], start);
    } else if (!strcmp(mode, "cached") && argc == 7) {
        engine = new_engine(false, argv[6]);
        first(engine, compile(engine, argv[3]), argv[4], argv[5], start);
    } else if (!strcmp(mode, "fill") && argc == 5) {
        engine = new_engine(false, NULL);
        guest = compile(engine, argv[3]);
        guest_linker = new_linker(engine, guest);
        in = instantiate(engine, guest_linker, guest, false);
        wasmtime_component_func_t f;
        if (!find(&in, NULL, "fill", &f)) return 1;
        wasmtime_component_val_t arg = number((uint32_t)atol(argv[4]));
        start = now();
        wasmtime_component_val_t result = call(&in, &f, &arg, 1);
        if (result.of.u32 != arg.of.u32) return 1;
        printf("fill %.6f\npeak %ld\n", now() - start, peak_kib());
    } else if (!strcmp(mode, "serve") && (argc == 7 || argc == 10)) {
        engine = new_engine(atoi(argv[3]), NULL);
        guest = compile(engine, argv[4]), plugin = compile(engine, argv[5]);
        guest_linker = new_linker(engine, guest), plugin_linker = new_linker(engine, plugin);
        in = instantiate(engine, guest_linker, guest, false);
        plugin_in = instantiate(engine, plugin_linker, plugin, false);
        document = read_file(argv[6]);
        if (argc == 10) {
            wasmtime_component_t *other = compile(engine, argv[7]);
            other_in = instantiate(engine, new_linker(engine, other), other, true);
            other_tool = argv[8], other_arguments = argv[9];
        }
        printf("ready\n");
        fflush(stdout);
        char figure[32];
        long n;
        while (scanf("%31s %ld", figure, &n) == 2) {
            printf("%.9f\n", measure(figure, n));
            fflush(stdout);
        }
    } else {
        return 2;
    }
    return 0;
}
