import type { Queries } from "#database/database.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Integration, IntegrationChanges } from "./integration.ts";
import { samePattern } from "./name-patterns.ts";
import { allIntegrations } from "./queries.ts";

/**
 * Each callback and each name identifies one integration. Throws `conflict` if another integration has one of these.
 * Returns all other integrations.
 */
export async function requireUnclaimed(
  db: Queries,
  { redirectUris = [], namePatterns = [] }: IntegrationChanges,
  itself?: string,
): Promise<Integration[]> {
  const others = (await allIntegrations(db)).filter(({ slug }) => slug !== itself);
  for (const other of others) {
    const callback = redirectUris.find((uri) => other.redirectUris.includes(uri));
    if (callback !== undefined) throw new Problem("conflict", `${callback} is already a callback of ${other.slug}.`);
    const name = namePatterns.find((one) => other.namePatterns.some((pattern) => samePattern(one, pattern)));
    if (name !== undefined) throw new Problem("conflict", `"${name}" already matches a name of ${other.slug}.`);
  }
  return others;
}
