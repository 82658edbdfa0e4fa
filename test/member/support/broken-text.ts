import { oneOf, type Random } from "./random.ts";

/** The text with a part removed, doubled or inserted. */
export function broken(g: Random, text: string): string {
  let result = text;
  for (let count = g(1, 4); count > 0; count--) {
    const at = g(0, result.length);
    const end = Math.min(result.length, at + g(0, 20));
    const piece = oneOf(g, [
      "",
      result.slice(at, end).repeat(3),
      "{",
      "}",
      "(",
      '"',
      "$x",
      "...F",
      "@",
      "\0",
      "\u{1f600}",
    ]);
    result = result.slice(0, at) + piece + result.slice(end);
  }
  return result;
}
