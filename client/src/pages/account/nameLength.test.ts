import { expect, test } from "vitest";
import { nameLength } from "./nameLength";

test.each([
  ["Mina", 4],
  ["  Ada   Lovelace ", 12],
  ["민아", 2],
  ["민아".normalize("NFD"), 2],
  ["é".normalize("NFD"), 1],
  ["ﬁ", 2],
  ["🦉🦉", 2],
  ["", 0],
])("%j has %i letters", (typed, length) => {
  expect(nameLength(typed)).toBe(length);
});
