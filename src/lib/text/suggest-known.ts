import { nearest } from "./nearest.ts";

/** Suggests a known name for an unknown one, or returns `none` if there are no known names. */
export function suggestKnown(name: string, known: readonly string[], none: string): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (known.length === 0) return none;
  return `Expected ${known.length === 1 ? "" : "one of "}${known.join(", ")}.`;
}
