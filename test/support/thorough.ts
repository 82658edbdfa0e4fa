/**
 * `npm run test:long` runs the test files that import this module with all their rounds. `npm test` runs a
 * representative part of them.
 */
export const isThorough = process.env["LECTERN_TEST_LONG"] === "true";

/** Returns the number of rounds: a few for `npm test`, all for `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isThorough ? long : short);

/**
 * Returns every nth item, with another start each day: a small part for `npm test`, by default all for
 * `npm run test:long`. A long step of 2 tests all items in two days.
 */
export function sampled<Item>(items: readonly Item[], step: number, longStep = 1): Item[] {
  const taken = isThorough ? longStep : step;
  return items.filter((_item, index) => index % taken === today % taken);
}

const today = Math.floor(Date.now() / 86_400_000);
