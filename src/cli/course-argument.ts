import { parseId } from "#domain/platform/ids.ts";

/** A course as a command names it: by its slug or id. */
export function courseOf(word: string) {
  const id = parseId("course", word);
  return id === undefined ? { slug: word } : { id };
}
