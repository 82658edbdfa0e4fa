import type { Context } from "#domain/platform/context.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { listAllEndpoints, updateEndpoint } from "./endpoint-queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

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
