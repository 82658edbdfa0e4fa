/**
 * `npm run test:long` runs the test files that import this module with all their rounds. `npm test` runs a
 * representative part of them.
 */
export const isThorough = process.env["LECTERN_TEST_LONG"] === "true";

/** Returns the number of rounds: a few for `npm test`, all for `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isThorough ? long : short);

/** Returns every nth item for `npm test`, and all items for `npm run test:long`. */
export const sampled = <Item>(items: readonly Item[], step: number): Item[] =>
  isThorough ? [...items] : items.filter((_item, index) => index % step === 0);
