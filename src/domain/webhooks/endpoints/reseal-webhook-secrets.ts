import type { Context, SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "#domain/platform/secret-key/reseal-each.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { listAllEndpoints, updateEndpoint } from "./queries.ts";
import { boxOfWebhookSecret, newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

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

/**
 * Replaces and disables all endpoints of a site whose secrets can no longer be decrypted: receivers would reject
 * signatures with a secret they do not have. Requires a transaction. Returns the number of endpoints.
 */
export async function resetWebhookSecrets(context: Context, key: Buffer): Promise<number> {
  const { site, now } = context;
  const endpoints = await listAllEndpoints(context);
  for (const endpoint of endpoints) {
    const secret = sealWebhookSecret(key, newWebhookSecret(), site.id, endpoint.id);
    const fresh = { secret, previousSecret: null, previousSecretExpiresAt: null };
    await updateEndpoint(context, endpoint.id, fresh, now);
    if (endpoint.status === "enabled") await disableEndpoint(context, endpoint, "secret_lost");
  }
  return endpoints.length;
}
