/** The numbers from 0 up to a count, for what is known by its number: a slot, a cell, a seat. */
export const numbersTo = (count: number): readonly number[] => [...Array(count).keys()];
