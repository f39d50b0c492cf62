"""The games' compiled functions as WebAssembly, out of the very kernels that numba compiles for this machine.

Each game becomes one library for Python in a browser, which loads it into its own memory: a "side module" of Emscripten
(https://emscripten.org/docs/compiling/Dynamic-Linking.html). It asks for ``malloc`` and ``free`` and nothing else.
"""
