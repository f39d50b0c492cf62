/** Whether this browser can run Python and the kernels: its WebAssembly must have every feature that they use. */
import SMALLEST from "./webAssembly.json";

/** The features, and for each the smallest module that uses it, as hexadecimal digits. */
const modules = Object.values(SMALLEST);

/** An old browser cannot, nor can an old processor, or a browser that is told to run no WebAssembly. */
export const canRunPython = (): boolean =>
  typeof WebAssembly !== "undefined" && modules.every((module) => WebAssembly.validate(bytesOf(module)));

const bytesOf = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
