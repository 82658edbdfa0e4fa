import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { assignments } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { Logo } from "../client-logos/logo.ts";
import { deleteLogo, saveLogo } from "../client-logos/queries.ts";
import { aboutClient } from "../clients/about-client.ts";
import { Application, applicationFields } from "./application.ts";
import { lockApplication, requireApplication } from "./queries.ts";
import { requireMayIntrospect } from "./require-introspection.ts";
import { requireScopesOfAudience } from "./require-scopes.ts";

/** Audience and confidentiality never change, because members consented to them. */
export const updateApplication = operation({
  name: "updateApplication",
  summary: "Update an OAuth application",
  description: "Removed scopes end at the next request.",
  writes: inAdminArea,
  sensitive: { subject: "applications" },
  input: z.object({
    id: Id("client"),
    ...applicationFields,
    /** Null removes the logo; undefined keeps it. */
    logo: Logo.nullish(),
  }),
  output: z.object({ application: Application, changes: z.record(z.string(), z.unknown()) }),
  async run(context, { id, logo, ...fields }) {
    const before = await lockApplication(context, id);
    requireVersion(context, before);
    requireScopesOfAudience(before.audience, fields.scopes);
    requireMayIntrospect(before.confidential, fields.introspectsAllTokens);

    const { db, site, now } = context;
    await db.run`
      update clients set ${assignments({ ...fields, updatedAt: now })}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
    if (logo) await saveLogo(context, id, logo);
    if (logo === null) await deleteLogo(context, id);
    if (before.scopes.some((scope) => !fields.scopes.includes(scope))) await narrow(context, id, fields.scopes);
    const application = await requireApplication(context, id);
    return { application, changes: differenceOf(before, application) };
  },
  audit: ({ id }, { application, changes }) => aboutClient(id, { name: application.name, ...changes }),
});

/**
 * Removes scopes from consents and refresh tokens. Token checks reject removed scopes immediately. A scope that is given
 * back later needs new consent: neither a remembered consent nor a refresh token restores it. (An access token may,
 * until it expires.)
 */
async function narrow({ db, site, now }: Context, clientId: string, kept: readonly Scope[]): Promise<void> {
  await db.run`
    update consents
       set scopes = array(select unnest(consents.scopes) intersect select unnest(${kept}::text[])), updated_at = ${now}
      from grants
     where grants.site_id = ${site.id} and grants.client_id = ${clientId} and grants.revoked_at is null
       and consents.site_id = ${site.id} and consents.grant_id = grants.id
       and not consents.scopes <@ ${kept}::text[]`;
  await db.run`
    update tokens
       set scopes = array(select unnest(tokens.scopes) intersect select unnest(${kept}::text[]))
      from grants
      join families on families.site_id = ${site.id} and families.grant_id = grants.id and families.revoked_at is null
     where grants.site_id = ${site.id} and grants.client_id = ${clientId} and grants.revoked_at is null
       and tokens.site_id = ${site.id} and tokens.family_id = families.id and tokens.kind = 'refresh'
       and tokens.spent_at is null and not tokens.scopes <@ ${kept}::text[]`;
}

/** Returns the changed fields with their new values. */
function differenceOf(before: Application, after: Application): Record<string, unknown> {
  const visible = [
    "name",
    "description",
    "redirectUris",
    "postLogoutRedirectUris",
    "introspectsAllTokens",
    "scopes",
    "logo",
  ] as const;
  return Object.fromEntries(
    visible
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, after[field]]),
  );
}
