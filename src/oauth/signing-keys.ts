import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { PublicJwk, SigningKey } from "./signing-key.ts";

/** Lists the published keys, the next signing key first. */
export function listSigningKeys({ db, site }: SiteScope, now: Date): Promise<SigningKey[]> {
  return db.many<SigningKey>`
    select id, public_jwk, private_key, created_at, active_from, retires_at
      from signing_keys
     where site_id = ${site.id} and (retires_at is null or retires_at > ${now})
     order by active_from desc, id desc`;
}

export async function insertSigningKey({ db, site }: SiteScope, key: SigningKey): Promise<void> {
  await db.run`insert into signing_keys ${rows({ siteId: site.id, ...key })}`;
}

/** Stops publishing the keys before `successor` at this time. */
export async function retireSigningKeys({ db, site }: SiteScope, successor: string, retiresAt: Date): Promise<void> {
  await db.run`
    update signing_keys set retires_at = ${retiresAt}
     where site_id = ${site.id} and id <> ${successor} and (retires_at is null or retires_at > ${retiresAt})`;
}

/** Limits on former keys. An id_token can serve as a hint for as long as a session can last. */
const formerKeyLifetime = 366 * 86_400_000;
const maxFormerKeys = 50;

/** Lists the public halves of retired keys, newest first. They verify hints and are not published. */
export async function listFormerKeys({ db, site }: SiteScope, now: Date): Promise<PublicJwk[]> {
  const found = await db.many<{ publicJwk: PublicJwk }>`
    select public_jwk from signing_keys
     where site_id = ${site.id} and retires_at <= ${now} and retires_at > ${new Date(now.getTime() - formerKeyLifetime)}
     order by retires_at desc, id desc
     limit ${maxFormerKeys}`;
  return found.map(({ publicJwk }) => publicJwk);
}

/** Deletes the private halves of retired keys, and the rows of keys that no longer verify hints. */
export async function eraseRetiredSigningKeys({ db, site }: SiteScope, now: Date): Promise<void> {
  await db.run`
    update signing_keys set private_key = null
     where site_id = ${site.id} and retires_at <= ${now} and private_key is not null`;
  await db.run`
    delete from signing_keys
     where site_id = ${site.id} and retires_at <= ${new Date(now.getTime() - formerKeyLifetime)}`;
}

/** After a leak, no signature of an earlier key is trusted, so all earlier keys are deleted. */
export async function deleteOtherSigningKeys({ db, site }: SiteScope, kept: string): Promise<void> {
  await db.run`delete from signing_keys where site_id = ${site.id} and id <> ${kept}`;
}
