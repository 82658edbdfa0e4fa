import type { SiteScope } from "#domain/platform/context.ts";
import { slugFrom } from "#domain/catalog/courses/course.ts";
import { newId } from "#domain/platform/ids.ts";

/**
 * The name's own slug, or one that begins with it; a name without Latin letters gets a made-up one of its kind. To be
 * called in the transaction that takes it: of those who want the same one at once, the others get another.
 */
export async function freeSlug(
  { db, site }: SiteScope,
  name: string,
  kind: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const made = newId().slice(-8);
  const wanted = slugFrom(name) || `${kind}-${made}`;
  const { isMine } = (await db.first<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`lectern slug of ${kind} ${site.id} ${wanted}`}, 0)) as is_mine`)!;
  return isMine && !(await isTaken(wanted)) ? wanted : `${wanted.slice(0, 110).replace(/-$/, "")}-${made}`;
}
