import type { Queries } from "#database/database.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { everySite } from "#domain/platform/site/every-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { aboutClient } from "../clients/about-client.ts";
import { checked } from "#domain/platform/checked.ts";
import { updateClient } from "./integration-clients.ts";
import { type Integration, IntegrationChanges } from "./integration.ts";
import { lockIntegrations, updateIntegration } from "./queries.ts";
import { requireIntegration } from "./require-integration.ts";
import { requireUnclaimed } from "./require-unclaimed.ts";

/**
 * Updates the provided fields of an integration, here and at every site that has its client, with an audit entry at
 * each site. Requires a transaction: all sites or none. Returns the integration with the sites.
 */
export async function replaceIntegration(
  db: Queries,
  slug: string,
  input: unknown,
  now: Date,
): Promise<{ integration: Integration; sites: Site[] }> {
  const changes = checked(IntegrationChanges, input);
  await lockIntegrations(db);
  const before = await requireIntegration(db, slug);
  await requireUnclaimed(db, changes, slug);
  await updateIntegration(db, before.id, changes, now);

  const integration = { ...before, ...changes, updatedAt: now };
  const sites: Site[] = [];
  for await (const site of everySite(db)) {
    const context = { db, site, caller: { kind: "cli" }, now, requestId: null, address: null } as const;
    if (!(await updateClient(context, integration))) continue;
    sites.push(site);
    await recordAudit(context, "changeIntegration", aboutClient(integration.id, { integration: slug, ...changes }));
  }
  return { integration, sites };
}
