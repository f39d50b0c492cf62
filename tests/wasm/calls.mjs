// Makes the calls of a transcript again, in Node or in a browser.
import {load} from './library.mjs';

function bytesIn(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

const hex = (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Where the answers differ, and how many milliseconds each function took by a clock. */
export async function made(module, steps, now) {
  const {functions, memory, take} = load(module);
  const arrays = [];
  const milliseconds = {};
  const differences = [];
  const bytesOf = ({at, size}) => new Uint8Array(memory.buffer, at, size);
  const argument = ([kind, value]) => {
    if (kind === 'array') return [arrays[value].at, arrays[value].items];
    return [kind === 'i64' ? BigInt(value) : value];
  };
  const play = {
    take: ([size, items]) => arrays.push({at: take(size), size, items}) && bytesOf(arrays.at(-1)).fill(0),
    write: ([array, text]) => bytesOf(arrays[array]).set(bytesIn(text)),
    call: ([name, given, answer]) => {
      const passed = given.flatMap(argument);
      const began = now();
      const found = functions[name](...passed);
      milliseconds[name] = (milliseconds[name] ?? 0) + now() - began;
      const spelled = found === undefined ? null : String(found);
      if (spelled !== answer) differences.push(`${name} answers ${spelled}, not ${answer}`);
    },
    hold: async ([array, digest]) => {
      if (hex(await crypto.subtle.digest('SHA-256', bytesOf(arrays[array]))) !== digest)
        differences.push(`array ${array} holds something else`);
    },
  };
  for (const [step, [what, ...how]] of steps.entries()) {
    const before = differences.length;
    await play[what](how);
    if (differences.length > before) differences.push(`(at step ${step} of ${steps.length})`);
  }
  return {differences: differences.slice(0, 10), milliseconds};
}
