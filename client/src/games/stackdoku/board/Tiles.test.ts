import { expect, test } from "vitest";
import cases from "../../../../../tests/vectors/stack_views.json";
import type { View } from "../types";
import { digitsOf } from "./Sudoku";
import { partners, tileOf } from "./Tiles";

const views = cases.map(({ view, pairs }) => ({ view: view as unknown as View, pairs }));

test("the partners that are lit for free tiles are the pairs that the rules allow", () => {
  for (const { view, pairs } of views) {
    const tiles = view.tiles.map(tileOf);
    const lit = tiles
      .filter((tile) => tile.heldBy.length === 0)
      .flatMap((tile) => partners(tiles, tile).map((other) => [tile.id, other.id]))
      .filter(([a = 0, b = 0]) => a < b);
    expect(view.tray_is_full ? [] : lit).toEqual(pairs);
  }
});

test("a mask is read as its digits", () => {
  expect(digitsOf(0)).toEqual([]);
  expect(digitsOf(0b1_0000_0101)).toEqual([1, 3, 9]);
});
