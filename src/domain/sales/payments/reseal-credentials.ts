import type { SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfCredentials } from "./account.ts";

interface Sealed {
  provider: string;
  credentials: Buffer;
}

/** Seals the credentials of a site's payment providers again. */
export async function resealPaymentCredentials({ db, site }: SiteScope, key: Buffer): Promise<Resealed> {
  const found = await db.many<Sealed>`
    select provider, credentials from payment_accounts where site_id = ${site.id} and credentials is not null`;
  return resealEach(found, async ({ provider, credentials }, reseal) => {
    const sealed = reseal(key, credentials, boxOfCredentials(site.id, provider));
    if (!sealed) return;
    await db.run`
      update payment_accounts set credentials = ${sealed}
       where site_id = ${site.id} and provider = ${provider} and credentials = ${credentials}`;
  });
}

/** Deletes credentials that no key can decrypt, and switches their providers off. Returns their number. */
export const dropPaymentCredentials = ({ db, site }: SiteScope): Promise<number> =>
  db.run`
    update payment_accounts set credentials = null, enabled = false
     where site_id = ${site.id} and credentials is not null`;
