import { rows } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { SigningKey } from "./signing-key.ts";

/** Those that are still published, the one that signs next first. */
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

/** From this moment on the keys before `successor` are no longer published. */
export async function retireSigningKeys({ db, site }: SiteScope, successor: string, retiresAt: Date): Promise<void> {
  await db.run`
    update signing_keys set retires_at = ${retiresAt}
     where site_id = ${site.id} and id <> ${successor} and (retires_at is null or retires_at > ${retiresAt})`;
}

export async function deleteRetiredSigningKeys({ db, site }: SiteScope, now: Date): Promise<number> {
  return db.run`delete from signing_keys where site_id = ${site.id} and retires_at <= ${now}`;
}
