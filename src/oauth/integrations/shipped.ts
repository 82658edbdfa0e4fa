import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import type { NewIntegration } from "./integration.ts";
import integrations from "./shipped.json" with { type: "json" };
import { allIntegrations, insertIntegrations } from "./queries.ts";

/**
 * Integrations shipped with Lectern, with the callbacks published by their vendors (`source`). All are disabled until an
 * operator enables them.
 */
const shipped: readonly NewIntegration[] = integrations.map(({ source: _source, ...integration }) => integration);

/** Adds missing integrations. Changes by operators to existing ones are kept. */
export async function addShippedIntegrations(db: Queries, now: Date): Promise<void> {
  const existing = await allIntegrations(db);
  const missing = shipped.filter(
    ({ slug, redirectUris }) =>
      !existing.some((one) => one.slug === slug || one.redirectUris.some((uri) => redirectUris.includes(uri))),
  );
  if (missing.length === 0) return;
  await insertIntegrations(
    db,
    missing.map((integration) => ({ id: newId(), ...integration, createdAt: now, updatedAt: now })),
  );
}
