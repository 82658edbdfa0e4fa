import type { SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfWebhookSecret } from "./webhook-secret.ts";

interface Sealed {
  id: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/** Seals the secrets of a site's endpoints again. Receivers notice nothing. */
export async function resealWebhookSecrets({ db, site }: SiteScope, key: Buffer): Promise<Resealed> {
  const found = await db.many<Sealed>`
    select id, secret, previous_secret from webhook_endpoints where site_id = ${site.id}`;
  return resealEach(found, async ({ id, secret, previousSecret }, reseal) => {
    const box = boxOfWebhookSecret(site.id, id);
    const current = reseal(key, secret, box);
    const previous = previousSecret && reseal(key, previousSecret, box);
    if (!current && !previous) return;
    await db.run`
      update webhook_endpoints set secret = ${current ?? secret}, previous_secret = ${previous ?? previousSecret}
       where site_id = ${site.id} and id = ${id} and secret = ${secret}
         and previous_secret is not distinct from ${previousSecret}`;
  });
}
