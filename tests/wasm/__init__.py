"""The games' compiled functions as WebAssembly, beside the native ones."""
