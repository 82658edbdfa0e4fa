import type { Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { database } from "../support/databases/database.ts";

/** A caller with a token that has these scopes, and a member with these roles. */
export const tokenOf = (roles: readonly Role[], scopes: readonly Scope[], memberId = newId()): Caller => ({
  kind: "token",
  clientId: newId(),
  memberId,
  grantId: newId(),
  scopes: new Set(scopes),
  roles,
});

/** A new site for one test, and a function that creates request contexts of its callers. */
export async function aSiteContext(db: Database = database): Promise<(caller?: Caller) => RequestContext> {
  const now = new Date();
  const site = await createSite(db, { origin: `https://${newId()}.example.test`, name: "Harbour School" }, now);
  return (caller = { kind: "cli" }) => ({ db, site, caller, now, requestId: null, address: null });
}
