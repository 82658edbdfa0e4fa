import { rows } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Passkey } from "./passkey.ts";

const columns = columnsOf("passkeys", "rp_id");

/** A member's passkeys, oldest first. */
export const listPasskeys = ({ db, site }: SiteScope, memberId: string) =>
  db.many<Passkey>`
    select ${columns} from ${table("passkeys").under(site.id, "member_id", [memberId])}
     order by passkeys.id`;

/** Finds a passkey by the ID of its credential, which is unique at a site. */
export const findPasskey = ({ db, site }: SiteScope, credentialId: Buffer) =>
  db.first<Passkey>`
    select ${columns} from passkeys where site_id = ${site.id} and credential_id = ${credentialId}`;

export type NewPasskey = Omit<Passkey, "createdAt" | "lastUsedAt"> & { rpId: string };

/** Returns false if the site knows the credential already. */
export async function insertPasskey({ db, site, now }: Context, passkey: NewPasskey): Promise<boolean> {
  const row = { siteId: site.id, ...passkey, createdAt: now };
  const added = await db.run`
    insert into passkeys ${rows(row)} on conflict (site_id, credential_id) do nothing`;
  return added === 1;
}

/**
 * Stores the counter of a use. Returns false unless it grew: then the passkey was copied, or another request with a
 * later use was faster (WebAuthn Level 3 §6.1.1). A passkey that does not count always has 0.
 */
export async function countUse({ db, site, now }: Context, id: string, counter: number): Promise<boolean> {
  const counted = await db.run`
    update passkeys set counter = ${counter}, last_used_at = ${now}
     where site_id = ${site.id} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return counted === 1;
}

export async function renamePasskey({ db, site }: SiteScope, id: string, memberId: string, name: string) {
  const renamed = await db.run`
    update passkeys set name = ${name} where site_id = ${site.id} and id = ${id} and member_id = ${memberId}`;
  return renamed === 1;
}

export async function deletePasskey({ db, site }: SiteScope, id: string, memberId: string): Promise<boolean> {
  const deleted = await db.run`
    delete from passkeys where site_id = ${site.id} and id = ${id} and member_id = ${memberId}`;
  return deleted === 1;
}
