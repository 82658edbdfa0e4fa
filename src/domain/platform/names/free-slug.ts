import type { SiteScope } from "#domain/platform/context.ts";
import { slugFrom } from "#domain/platform/names/slug.ts";
import { newId } from "#domain/platform/ids.ts";

/**
 * Returns an unused slug derived from the name. Names without letters and digits get a generated slug of their kind. Call
 * it in the transaction that stores the slug: concurrent requests for the same slug get different ones.
 */
export async function freeSlug(
  { db, site }: SiteScope,
  name: string,
  kind: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const made = newId().slice(-8);
  const preferred = slugFrom(name) || `${kind}-${made}`;
  const { isMine } = await db.one<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`lectern slug of ${kind} ${site.id} ${preferred}`}, 0)) as is_mine`;
  return isMine && !(await isTaken(preferred)) ? preferred : `${preferred.slice(0, 110).replace(/-$/, "")}-${made}`;
}
