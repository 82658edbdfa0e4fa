import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { deleteApplication } from "#oauth/applications/delete-application.ts";
import { readApplication } from "#oauth/applications/list-applications.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { applicationRemoval } from "../../views/admin/applications/application-removal.ts";
import { applicationsPath } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { applicationUrl } from "./show.ts";

const path = `${applicationsPath}/:id/delete`;

/** GET and POST /admin/developers/applications/{id}/delete */
export function removePages(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const { name, usage } = await perform(readApplication, pageRequest.context, { id });
    const back = applicationUrl(id);
    const view = { action: `${back}/delete`, back, name, members: usage.members };
    return sendPage(reply, applicationRemoval(adminPageOf(pageRequest, "applications"), view));
  });

  app.post<{ Params: { id: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, `${applicationUrl(id)}/delete`);
    await perform(deleteApplication, pageRequest.context, { id });
    return reply.redirect(`${applicationsPath}?done=deleted`, 303);
  });
}
