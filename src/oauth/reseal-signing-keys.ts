import type { SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfSigningKey } from "./signing-key.ts";

interface Sealed {
  id: string;
  privateKey: Buffer;
}

/** Seals the private halves of a site's keys again with the secret key. */
export async function resealSigningKeys({ db, site }: SiteScope, secretKey: Buffer): Promise<Resealed> {
  const found = await db.many<Sealed>`
    select id, private_key from signing_keys where site_id = ${site.id} and private_key is not null`;
  return resealEach(found, async ({ id, privateKey }, reseal) => {
    const sealed = reseal(secretKey, privateKey, boxOfSigningKey(site.id, id));
    if (!sealed) return;
    await db.run`
      update signing_keys set private_key = ${sealed}
       where site_id = ${site.id} and id = ${id} and private_key = ${privateKey}`;
  });
}
