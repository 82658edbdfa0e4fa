import { isRecord } from "#lib/json/is-record.ts";

/**
 * Test files that import this module run in part with `npm test`: with few rounds, and with a sample of their cases.
 * `npm run test:long` runs all rounds, and the other cases.
 */
export const isThorough = process.env["TEST_LONG"] === "true";

/** Returns the number of rounds: a few for `npm test`, all for `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isThorough ? long : short);

/** The names of the only cases of series: those of a new resource (test/new-resource.test.ts). */
const onlyCases = process.env["TEST_CASES"] === undefined ? undefined : new RegExp(process.env["TEST_CASES"], "i");

/** The texts of a case: a name, the parts of a pair, the fields of an object, the names of objects in it. */
const textsOf = (item: unknown): unknown[] =>
  isRecord(item)
    ? Object.values(item).map((value) => (isRecord(value) ? value["name"] : value))
    : Array.isArray(item)
      ? item
      : [item];

const isNamed = (item: unknown): boolean =>
  textsOf(item).some((part) => typeof part === "string" && onlyCases?.test(part));

/**
 * Returns every nth item for `npm test`, and all others for `npm run test:long`. With `longStep`,
 * the latter are every nth of the others, for series whose cases are much alike.
 */
export const sampled = <Item>(items: readonly Item[], step: number, longStep = 1): Item[] =>
  onlyCases !== undefined
    ? items.filter(isNamed).filter((_item, index) => index % longStep === 0)
    : isThorough
      ? items.filter((_item, index) => index % step !== 0).filter((_item, index) => index % longStep === 0)
      : items.filter((_item, index) => index % step === 0);
