import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken } from "#domain/platform/external-ids.ts";
import { newId } from "#domain/platform/ids.ts";
import { withAdvisoryLock } from "#domain/platform/with-advisory-lock.ts";
import { requireWebhooks } from "../webhook-system.ts";
import { insertEndpoint } from "./queries.ts";
import { endpointsLock, requireFewEndpoints } from "./save-endpoint.ts";
import type { FormerEndpoint } from "./webhook-endpoint.ts";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

/**
 * Inserts an endpoint of another site. It is disabled: its receiver expects events and signatures of that site, until
 * somebody rotates the secret and enables it. Returns its ID.
 */
export async function restoreEndpoint(context: Context, fields: z.output<typeof FormerEndpoint>): Promise<string> {
  const { site, now } = context;
  await withAdvisoryLock(context, endpointsLock);
  const id = newId();
  const secret = sealWebhookSecret(requireWebhooks(context).key, newWebhookSecret(), site.id, id);
  const state = { status: "disabled", disabledReason: "imported" } as const;
  if (!(await insertEndpoint(context, { ...fields, ...state, id, secret }, now))) {
    throw externalIdTaken("webhook endpoint");
  }
  await requireFewEndpoints(context);
  return id;
}
