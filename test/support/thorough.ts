/**
 * Test files that import this module run in part with `npm test`: with few rounds, and with a sample of their cases.
 * `npm run test:long` runs all rounds, and the other cases.
 */
export const isThorough = process.env["TEST_LONG"] === "true";

/** Returns the number of rounds: a few for `npm test`, all for `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isThorough ? long : short);

/**
 * Returns every nth item for `npm test`, and all others for `npm run test:long`. With `longStep`,
 * the latter are every nth of the others, for series whose cases are much alike.
 */
export const sampled = <Item>(items: readonly Item[], step: number, longStep = 1): Item[] =>
  isThorough
    ? items.filter((_item, index) => index % step !== 0).filter((_item, index) => index % longStep === 0)
    : items.filter((_item, index) => index % step === 0);
