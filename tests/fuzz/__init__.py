"""Whatever comes from outside, made up by a fuzzer: every decoder answers or refuses, and keeps its laws."""
