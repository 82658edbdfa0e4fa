import type { SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfKey } from "./keys.ts";

interface Sealed {
  id: string;
  privateKey: Buffer;
}

/** Seals the private keys of a site's Open Badges again. */
export async function resealCredentialKeys({ db, site }: SiteScope, key: Buffer): Promise<Resealed> {
  const found = await db.many<Sealed>`
    select id, private_key from credential_keys where site_id = ${site.id} and private_key is not null`;
  return resealEach(found, async ({ id, privateKey }, reseal) => {
    const sealed = reseal(key, privateKey, boxOfKey(site.id, id));
    if (!sealed) return;
    await db.run`
      update credential_keys set private_key = ${sealed}
       where site_id = ${site.id} and id = ${id} and private_key = ${privateKey}`;
  });
}
