import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";

/**
 * Returns the position of a certificate in the status lists of the site, assigned with its first badge. Positions are
 * never used again: those of deleted certificates count as revoked.
 */
export async function statusIndexOf({ db, site }: Context, certificateId: string): Promise<number> {
  const known = await mustExist(db.first<{ statusIndex: number | null }>`
    select status_index::integer from certificates
     where site_id = ${site.id} and id = ${certificateId} for no key update`);
  if (known.statusIndex !== null) return known.statusIndex;
  const { index } = await db.one<{ index: number }>`
    insert into credential_statuses (site_id, next_index) values (${site.id}, 1)
    on conflict (site_id) do update set next_index = credential_statuses.next_index + 1
    returning (next_index - 1)::integer as index`;
  await db.run`
    update certificates set status_index = ${index} where site_id = ${site.id} and id = ${certificateId}`;
  return index;
}
