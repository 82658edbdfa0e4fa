import type { Queries } from "#database/database.ts";
import { Problem } from "#domain/platform/problem.ts";
import { nearest } from "#lib/text/nearest.ts";
import type { Integration } from "./integration.ts";
import { allIntegrations, findIntegrationFixed } from "./queries.ts";

/** Finds and share-locks an integration by slug. Throws `not_found` with a suggestion. */
export async function requireIntegration(db: Queries, slug: string): Promise<Integration> {
  const found = await findIntegrationFixed(db, slug);
  if (found) return found;
  const slugs = (await allIntegrations(db)).map((integration) => integration.slug);
  const meant = nearest(slug, slugs);
  const hint = meant ? `Did you mean ${meant}?` : "`lectern integration list` lists all integrations.";
  throw new Problem("not_found", `There is no integration ${slug}. ${hint}`);
}
