import { slugFrom } from "#domain/courses/course.ts";
import { newId } from "#domain/ids.ts";

/** The name's own slug, or one that begins with it; a name without Latin letters gets a made-up one of its kind. */
export async function freeSlug(
  name: string,
  kind: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const made = newId().slice(-8);
  const wanted = slugFrom(name) || `${kind}-${made}`;
  return (await isTaken(wanted)) ? `${wanted.slice(0, 110).replace(/-$/, "")}-${made}` : wanted;
}
