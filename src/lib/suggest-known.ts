import { nearest } from "./nearest.ts";

/** What can be sent instead of a name that is not known; `none` where that is nothing. */
export function suggestKnown(name: string, known: readonly string[], none: string): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (known.length === 0) return none;
  return known.length === 1 ? `There is only ${known[0]!}.` : `There are ${known.join(", ")}.`;
}
