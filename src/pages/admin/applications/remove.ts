import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { applicationRemoval } from "../../views/admin/applications/application-removal.ts";
import { applicationsPath } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { applicationUrl } from "./show.ts";

const path = `${applicationsPath}/:id/delete` as const;

/** GET and POST /admin/developers/applications/{id}/delete */
export function removePages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, { params: { id } }) => {
    const { readApplication } = await adminOperations.applications();
    const { name, usage } = await perform(readApplication, pageRequest.context, { id });
    const back = applicationUrl(id);
    const view = { action: `${back}/delete`, back, name, members: usage.members };
    return applicationRemoval(adminPageOf(pageRequest, "applications"), view);
  });

  postForm(app, path, async (pageRequest, _form, { params: { id } }) => {
    const { deleteApplication } = await adminOperations.applications();
    await perform(deleteApplication, pageRequest.context, { id });
    return pageRequest.reply.redirect(`${applicationsPath}?done=deleted`, 303);
  });
}
