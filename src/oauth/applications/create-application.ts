import * as z from "zod";
import { rows } from "#database/statements/sql.ts";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { Logo } from "../client-logos/logo.ts";
import { saveLogo } from "../client-logos/queries.ts";
import { aboutClient } from "../clients/about-client.ts";
import { formatClientId } from "../clients/client.ts";
import { Application, applicationFields, audiences } from "./application.ts";
import { requireApplication } from "./queries.ts";
import { requireMayIntrospect } from "./require-introspection.ts";
import { requireScopesOfAudience } from "./require-scopes.ts";

export const createApplication = operation({
  name: "createApplication",
  summary: "Create an OAuth application",
  writes: inAdminArea,
  sensitive: { subject: "applications" },
  input: z.object({
    /** Chosen by the caller as an idempotency key: a form submitted twice creates one application. */
    id: Id("client"),
    ...applicationFields,
    audience: z.enum(audiences, "Expected member or operator."),
    confidential: z.boolean("Expected true or false."),
    logo: Logo.optional(),
  }),
  output: z.object({
    application: Application,
    /** Returned once: only its digest is stored. */
    secret: z.string().nullable(),
  }),
  async run(context, { logo, confidential, ...fields }) {
    requireScopesOfAudience(fields.audience, fields.scopes);
    requireMayIntrospect(confidential, fields.introspectsAllTokens);
    const { db, site, now } = context;
    const secret = confidential ? newSecret("lcs") : null;
    const row = {
      siteId: site.id,
      ...fields,
      origin: "operator",
      tokenEndpointAuthMethod: confidential ? "client_secret_post" : "none",
      secretDigest: secret === null ? null : digest(secret),
      createdAt: now,
      updatedAt: now,
    };
    if ((await db.run`insert into clients ${rows(row)} on conflict do nothing`) === 0) {
      throw new Problem("already_exists", `An application ${formatClientId(fields.id)} already exists.`);
    }
    if (logo) await saveLogo(context, fields.id, logo);
    return { application: await requireApplication(context, fields.id), secret };
  },
  audit: (_input, { application: { id, name, audience, confidential, redirectUris, scopes, ...rights } }) =>
    aboutClient(id, {
      name,
      audience,
      confidential,
      redirectUris,
      scopes,
      postLogoutRedirectUris: rights.postLogoutRedirectUris,
      introspectsAllTokens: rights.introspectsAllTokens,
    }),
});
