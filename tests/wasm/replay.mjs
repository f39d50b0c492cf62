// node replay.mjs TRANSCRIPT [PASSES]: makes the calls of a transcript again and says where the answers differ, and how
// much of the processor each function took in the last pass.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {compile, load} from './library.mjs';

const [file, passes = '1'] = process.argv.slice(2);
const {library, steps} = JSON.parse(readFileSync(file, 'utf8'));
const module = compile(library);

function pass() {
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
    write: ([array, text]) => bytesOf(arrays[array]).set(Buffer.from(text, 'base64')),
    call: ([name, given, answer]) => {
      const passed = given.flatMap(argument);
      const began = process.cpuUsage();
      const found = functions[name](...passed);
      const {user, system} = process.cpuUsage(began);
      milliseconds[name] = (milliseconds[name] ?? 0) + (user + system) / 1000;
      const spelled = found === undefined ? null : String(found);
      if (spelled !== answer) differences.push(`${name} answers ${spelled}, not ${answer}`);
    },
    hold: ([array, digest]) => {
      if (createHash('sha256').update(bytesOf(arrays[array])).digest('hex') !== digest)
        differences.push(`array ${array} holds something else`);
    },
  };
  steps.forEach(([what, ...how], step) => {
    const before = differences.length;
    play[what](how);
    if (differences.length > before) differences.push(`(at step ${step} of ${steps.length})`);
  });
  return {differences, milliseconds};
}

let last;
for (let k = 0; k < Number(passes); k++) last = pass();
console.log(JSON.stringify({...last, differences: last.differences.slice(0, 10)}));
