import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { madeSecret, secretReplacement } from "../../views/admin/applications/application-secret.ts";
import { applicationsPath } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { applicationUrl } from "./show.ts";

const path = `${applicationsPath}/:id/secret` as const;

/** GET and POST /admin/developers/applications/{id}/secret. The new secret appears in this response only. */
export function secretPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, { params: { id } }) => {
    const { readApplication } = await adminOperations.applications();
    const found = await perform(readApplication, pageRequest.context, { id });
    if (!found.confidential) return pageRequest.reply.redirect(applicationUrl(id), 303);
    const { name, version, previousSecretExpiresAt: until } = found;
    const previousUntil = until !== null && until > pageRequest.context.now ? until : null;
    const view = { id, name, version, previousUntil };
    return secretReplacement(adminPageOf(pageRequest, "applications"), view);
  });

  postForm(app, path, async (pageRequest, form, { params: { id } }) => {
    const { rotateApplicationSecret } = await adminOperations.applications();
    try {
      // Requires the displayed version, so that a resubmitted form does not replace the secret again.
      const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
      const { application, secret } = await perform(rotateApplicationSecret, contextAtVersion, { id });
      const view = { id, name: application.name, secret, until: application.previousSecretExpiresAt };
      return madeSecret(adminPageOf(pageRequest, "applications"), view);
    } catch (error) {
      const changed = error instanceof Problem && error.code === "etag_mismatch";
      if (!changed) throw error;
      return pageRequest.reply.redirect(applicationUrl(id, "changed"), 303);
    }
  });
}
