// node replay.mjs LIBRARY TRANSCRIPT [PASSES]: makes the calls of a transcript again and says where the answers differ, and
// how much of the processor each function took in the last pass.
import {readFileSync} from 'node:fs';
import {made} from './calls.mjs';

const [library, transcript, passes = '1'] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(library));
const steps = JSON.parse(readFileSync(transcript, 'utf8'));
const processor = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
};

let last;
for (let k = 0; k < Number(passes); k++) last = await made(module, steps, processor);
console.log(JSON.stringify(last));
