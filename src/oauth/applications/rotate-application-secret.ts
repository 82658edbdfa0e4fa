import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { aboutClient } from "../clients/about-client.ts";
import { Application } from "./application.ts";
import { lockApplication, requireApplication } from "./queries.ts";

/** Period in which both secrets work, so that the application's operators can replace the old one. */
const overlap = 24 * 60 * 60_000;

export const rotateApplicationSecret = operation({
  name: "rotateApplicationSecret",
  summary: "Rotate the secret of an OAuth application",
  description: "The previous secret works for another 24 hours.",
  writes: inAdminArea,
  sensitive: { subject: "applications" },
  input: z.object({ id: Id("client") }),
  output: z.object({
    application: Application,
    /** Returned once: only its digest is stored. */
    secret: z.string(),
  }),
  async run(context, { id }) {
    const before = await lockApplication(context, id);
    requireVersion(context, before);
    if (!before.confidential) throw invalidState("client", "public", "given a secret", []);

    const { db, site, now } = context;
    const secret = newSecret("lcs");
    await db.run`
      update clients
         set previous_secret_digest = secret_digest, previous_secret_expires_at = ${new Date(now.getTime() + overlap)},
             secret_digest = ${digest(secret)}, updated_at = ${now}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
    return { application: await requireApplication(context, id), secret };
  },
  audit: ({ id }, { application }) =>
    aboutClient(id, { name: application.name, previousSecretExpiresAt: application.previousSecretExpiresAt }),
});
