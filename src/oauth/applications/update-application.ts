import * as z from "zod";
import { assignments } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { Id } from "#domain/ids.ts";
import { inAdminArea, operation } from "#domain/operation.ts";
import { requireVersion } from "#domain/version.ts";
import { Logo } from "../client-logos/logo.ts";
import { deleteLogo, saveLogo } from "../client-logos/queries.ts";
import { formatClientId } from "../clients/client.ts";
import { Application, applicationFields } from "./application.ts";
import { lockApplication, requireApplication } from "./queries.ts";
import { requireScopesOfAudience } from "./require-scopes.ts";

/** Whom it is for and whether it has a secret never changes: what people allowed was allowed to that. */
export const updateApplication = operation({
  name: "updateApplication",
  summary: "Change an application; what it may no longer do ends at its next request",
  access: inAdminArea,
  writes: true,
  input: z.object({
    id: Id("client"),
    ...applicationFields,
    /** Null: without one from now on. Left out: as it is. */
    logo: Logo.nullish(),
  }),
  output: z.object({ application: Application, changes: z.record(z.string(), z.unknown()) }),
  async run(context, { id, logo, ...given }) {
    const before = await lockApplication(context, id);
    requireVersion(context, before);
    requireScopesOfAudience(before.audience, given.scopes);

    const { db, site, now } = context;
    await db.run`
      update clients set ${assignments({ ...given, updatedAt: now })}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
    if (logo) await saveLogo(context, id, logo);
    if (logo === null) await deleteLogo(context, id);
    await forgetConsents(context, id, given.scopes);
    const application = await requireApplication(context, id);
    return { application, changes: differenceOf(before, application) };
  },
  audit: ({ id }, { application, changes }) => ({
    resourceType: "client",
    resourceId: formatClientId(id),
    clientId: id,
    details: { name: application.name, ...changes },
  }),
});

/** A scope that was taken away and is given back later is asked for again: nobody is signed up to it unseen. */
async function forgetConsents({ db, site, now }: Context, clientId: string, kept: readonly string[]): Promise<void> {
  await db.run`
    update consents
       set scopes = array(select unnest(consents.scopes) intersect select unnest(${kept}::text[])), updated_at = ${now}
      from grants
     where grants.site_id = ${site.id} and grants.client_id = ${clientId} and grants.revoked_at is null
       and consents.site_id = ${site.id} and consents.grant_id = grants.id
       and not consents.scopes <@ ${kept}::text[]`;
}

/** What is otherwise than before, as it is now. */
function differenceOf(before: Application, after: Application): Record<string, unknown> {
  const shown = ["name", "description", "redirectUris", "scopes", "logo"] as const;
  return Object.fromEntries(
    shown
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, after[field]]),
  );
}
