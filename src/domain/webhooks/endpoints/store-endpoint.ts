import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken } from "#domain/platform/external-ids.ts";
import { newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { requireWebhooks } from "../webhook-system.ts";
import { countEndpoints, insertEndpoint } from "./queries.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

const maxEndpoints = 100;

/** Inserts an endpoint with a new secret. Returns both. Requires a transaction. */
export async function storeEndpoint(
  context: Context,
  { id = newId(), ...fields }: Pick<WebhookEndpointRecord, "url" | "eventTypes"> & Partial<WebhookEndpointRecord>,
): Promise<{ id: string; secret: string }> {
  const { site, now } = context;
  await withAdvisoryLock(context, "webhook endpoints");
  const secret = newWebhookSecret();
  const sealed = sealWebhookSecret(requireWebhooks(context).key, secret, site.id, id);
  if (!(await insertEndpoint(context, { ...fields, id, secret: sealed }, now))) {
    throw externalIdTaken("webhook endpoint");
  }
  // Counts after the insert: a form that has created the last endpoint reports that when it is submitted again.
  if ((await countEndpoints(context)) > maxEndpoints) {
    throw new Problem("conflict", `A site can have at most ${maxEndpoints} webhook endpoints. Delete one first.`);
  }
  return { id, secret };
}
