import { formatNumber } from "#lib/text/formats.ts";
import { Problem } from "#domain/platform/problem.ts";

/**
 * Maximum numbers of items in an import that is requested. Each course is a transaction of its own, so that a small
 * file with many of them would occupy the imports of its school for hours. Commands of the operator have no limit.
 */
const maxItems = { courses: 2000, rows: 1_000_000 };

type Item = keyof typeof maxItems;

/** Throws before any work begins if there are too many items. `isBounded`: the import is requested, not a command. */
export function requireItems(what: Item, count: number, isBounded: boolean): void {
  const max = maxItems[what];
  if (!isBounded || count <= max) return;
  const text = `The import has ${formatNumber("en", count)} ${what}. One import can have at most ${formatNumber("en", max)}. Nothing was imported. Split it into several files, and import them one after the other.`;
  throw new Problem("too_many_rows", text);
}
