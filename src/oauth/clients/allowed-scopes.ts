import * as z from "zod";
import { type Scope, scopeNames } from "#access/scopes.ts";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";

/** Reads only this many of the newest grants; popular scopes appear among them too. */
const maxGrants = 1000;

export const readAllowedScopes = operation({
  name: "readAllowedScopes",
  summary: "List the scopes that members granted to a client",
  reads: inAdminArea,
  input: z.object({ id: Id("client") }),
  output: z.object({ scopes: z.array(z.enum(scopeNames)) }),
  async run({ db, site }, { id }) {
    const found = await db.many<{ scope: Scope }>`
      select distinct unnest(consents.scopes) as scope
        from (select grants.id from grants
               where grants.site_id = ${site.id} and grants.client_id = ${id} and grants.revoked_at is null
               order by grants.id desc
               limit ${maxGrants}) as allowed
        join consents on consents.site_id = ${site.id} and consents.grant_id = allowed.id`;
    const scopes = new Set(found.map(({ scope }) => scope));
    return { scopes: scopeNames.filter((name) => scopes.has(name)) };
  },
});
