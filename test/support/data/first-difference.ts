import { inspect, isDeepStrictEqual } from "node:util";

const maxLength = 120;

/** Describes where two values first differ, in one line: `at results[3].status: expected 'created', found 'failed'`. */
export function firstDifference(actual: unknown, expected: unknown): string {
  const path = pathOfDifference(actual, expected);
  const [found, wanted] = path.reduce(([a, e], key) => [a[key], e[key]] as Parts, [actual, expected] as Parts);
  const where = path.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("");
  const sizes = Array.isArray(actual) && Array.isArray(expected) ? lengths(actual, expected) : "";
  const from = typeof found === "string" && typeof wanted === "string" ? startOfDifference(found, wanted) : 0;
  return `${where && `at ${where}: `}expected ${short(wanted, from)}, found ${short(found, from)}${sizes}`;
}

type Parts = [Record<string, unknown>, Record<string, unknown>];

/** Follows the first differing key until a value has no keys to compare. */
function pathOfDifference(actual: unknown, expected: unknown): string[] {
  if (!isObject(actual) || !isObject(expected)) return [];
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const key = [...keys].find((name) => !isDeepStrictEqual(actual[name], expected[name]));
  return key === undefined ? [] : [key, ...pathOfDifference(actual[key], expected[key])];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const lengths = (actual: readonly unknown[], expected: readonly unknown[]) =>
  actual.length === expected.length ? "" : ` (${expected.length} items expected, ${actual.length} found)`;

/** Returns where to begin to print two long texts, so that both show their first different character. */
function startOfDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  return index < maxLength / 2 ? 0 : index - 20;
}

function short(value: unknown, from: number): string {
  const part = typeof value === "string" && from > 0 ? `…${value.slice(from, from + maxLength)}` : value;
  const text = inspect(part, { breakLength: Infinity, depth: 2 });
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
