// The jco side of the benchmarks: components that jco made JavaScript of, in Node.
//
//   node jco.mjs serve GUEST PLUGIN        folders with guest.js and plugin.js. A line "FIGURE COUNT" in, the seconds for COUNT repetitions out
//   node jco.mjs first PLUGIN TOOL ARGUMENTS
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [mode, ...args] = process.argv.slice(2);

// A plugin's imports: classes that can be handed over and functions that fail.
const refuse = () => { throw new Error('no host function of the plugin API can be called here'); };
class Resource {}
const imports = new Proxy({}, { get: () => new Proxy({}, { get: (_, name) => (/^[A-Z]/.test(name) ? classes[name] ??= class extends Resource {} : refuse) }) });
const classes = {};

async function load(folder, name) {
  const { instantiate } = await import(pathToFileURL(join(resolve(folder), `${name}.js`)));
  const modules = {};
  const module = (file) => (modules[file] ??= new WebAssembly.Module(readFileSync(join(folder, file))));
  return () => instantiate(module, imports);
}

function first(plugin, tool, text) {
  const provider = plugin['openidea:plugin/mcp-provider@1.4.0'] ?? plugin.mcpProvider;
  return provider.call(tool, text, new classes.Invocation());
}

if (mode === 'first') {
  first((await load(args[0], 'plugin'))(), args[1], args[2]);
  process.exit(0);
}

const MIB = 1 << 20;
const [guest, plugin] = [await load(args[0], 'guest'), await load(args[1], 'plugin')];
const g = guest();
const mixed = 'Grüße, 世界! ';
const inputs = { text: 'x'.repeat(MIB), mixed: mixed.repeat(Math.floor(MIB / Buffer.byteLength(mixed))), bytes: new Uint8Array(MIB).fill(7) };
const figures = {
  join: () => g.join('find_notes', '{"text":"milk"}'),
  string: () => g.echoString(inputs.text),
  'string-mixed': () => g.echoString(inputs.mixed),
  bytes: () => g.echoBytes(inputs.bytes),
  spin: () => g.spin(10000000),
  fib: () => g.fib(30),
  instantiate: () => plugin(),
};
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [figure, count] = line.split(' ');
  const f = figures[figure];
  if (!f) {
    console.log(-1);
    continue;
  }
  const start = process.hrtime.bigint();
  for (let i = Number(count); i > 0; i--) f();
  console.log(Number(process.hrtime.bigint() - start) / 1e9);
}
