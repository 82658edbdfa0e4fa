import { parseId } from "#domain/platform/ids.ts";

/** Parses a course argument: slug or ID. */
export function courseOf(word: string) {
  const id = parseId("course", word);
  return id === undefined ? { slug: word } : { id };
}
