// Loads a library of compiled functions as Python in a browser does: into a memory that is there already.

const PAGE = 65536;
const BASE = PAGE;
const STACK = 1 << 20;
const ALIGN = 64;

/** How many bytes of data a library brings, from its section "dylink.0". */
function dataSize(module) {
  const bytes = new Uint8Array(WebAssembly.Module.customSections(module, 'dylink.0')[0]);
  let [at, size, shift] = [2, 0, 0];
  do {
    size |= (bytes[at] & 127) << shift;
    shift += 7;
  } while (bytes[at++] > 127);
  return size;
}

/** An instance with its functions, its memory, and `take` for memory that stays taken. */
export function load(module) {
  const memory = new WebAssembly.Memory({initial: 64, maximum: 32768});
  const global = (value, mutable = false) => new WebAssembly.Global({value: 'i32', mutable}, value);
  let top = Math.ceil((BASE + dataSize(module) + STACK) / ALIGN) * ALIGN;
  const stack = top;
  const sizes = new Map();
  const free = new Map();
  const malloc = (asked) => {
    const size = Math.max(ALIGN, 1 << (32 - Math.clz32(asked - 1)));
    const known = free.get(size)?.pop();
    if (known !== undefined) return known;
    const at = top;
    top += size;
    if (top > memory.buffer.byteLength) memory.grow(Math.ceil((top - memory.buffer.byteLength) / PAGE));
    sizes.set(at, size);
    return at;
  };
  const env = {
    memory,
    malloc,
    free: (at) => {
      const size = sizes.get(at);
      if (!free.has(size)) free.set(size, []);
      free.get(size).push(at);
    },
    __stack_pointer: global(stack, true),
    __memory_base: global(BASE),
    __table_base: global(0),
  };
  const {exports} = new WebAssembly.Instance(module, {env});
  exports.__wasm_apply_data_relocs?.();
  exports.__wasm_call_ctors?.();
  return {functions: exports, memory, take: malloc};
}
