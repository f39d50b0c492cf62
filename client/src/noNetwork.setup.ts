/** No test asks a network: what is not answered by the test itself is not answered, and no server counts as silent. */
globalThis.fetch = () => new Promise(() => {});
