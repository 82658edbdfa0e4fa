import type { Sql } from "#database/statements/sql.ts";
import type { SiteScope } from "./context.ts";
import { Problem } from "./problem.ts";

/** Finds the resource with an external id. Deleted resources keep theirs. */
export const findByExternalId = ({ db, site }: SiteScope, table: Sql, externalId: string) =>
  db.first<{ id: string }>`select id from ${table} where site_id = ${site.id} and external_id = ${externalId}`;

/** Throws `already_exists` if another resource has the external id. `what`: `ticket`. */
export async function requireUnusedExternalId(
  scope: SiteScope,
  { table, what, own }: { table: Sql; what: string; own?: string | undefined },
  externalId: string | null | undefined,
): Promise<void> {
  const holder = externalId ? await findByExternalId(scope, table, externalId) : undefined;
  if (holder !== undefined && holder.id !== own) throw externalIdTaken(what);
}

export const externalIdTaken = (what: string): Problem =>
  new Problem("already_exists", `Another ${what} has this external_id.`);
