import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { checked } from "#domain/platform/checked.ts";
import { type Integration, NewIntegration } from "./integration.ts";
import { insertIntegrations, lockIntegrations, maxIntegrations } from "./queries.ts";
import { requireUnclaimed } from "./require-unclaimed.ts";

/** Adds an integration to the installation, disabled at every site. Requires a transaction. */
export async function addIntegration(db: Queries, input: unknown, now: Date): Promise<Integration> {
  const fields = checked(NewIntegration, input);
  await lockIntegrations(db);
  const others = await requireUnclaimed(db, fields, fields.slug);
  if (others.length >= maxIntegrations) {
    throw new Problem("conflict", `The installation already has the maximum of ${maxIntegrations} integrations.`);
  }
  const integration = { id: newId(), ...fields, createdAt: now, updatedAt: now };
  if ((await insertIntegrations(db, [integration])) === 1) return integration;
  throw new Problem("already_exists", `An integration ${fields.slug} already exists. Use --replace to update it.`);
}
