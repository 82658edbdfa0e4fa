import type { Context } from "#domain/context.ts";

/** Ends what every member has allowed a client, and with these rows every code, family and token under them. */
export async function endGrantsOf({ db, site, now }: Context, clientId: string): Promise<number> {
  return db.run`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and client_id = ${clientId} and revoked_at is null`;
}
