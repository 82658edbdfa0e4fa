import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { registered } from "../../views/admin/applications/registered.ts";
import { applicationRemoval } from "../../views/admin/applications/application-removal.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";

const { path } = adminSections.registered;

/** GET /admin/developers/registered, and deletion of a client. */
export function registeredPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { before, done } = request.query;
    const { listRegisteredApplications } = await adminOperations.applications();
    const { data, hasMore } = await perform(listRegisteredApplications, pageRequest.context, { before });
    const rows = data.map((application) => ({ ...application, id: formatClientId(application.id) }));
    const last = rows.at(-1);
    const pages = {
      next: hasMore && last ? `${path}?before=${last.id}` : undefined,
      first: before === undefined ? undefined : path,
    };
    const view = { applications: rows, pages, deleted: done === "deleted" };
    return registered(adminPageOf(pageRequest, "registered"), view);
  });

  getPage(app, `${path}/:id/delete`, async (pageRequest, { params: { id } }) => {
    const { readRegisteredApplication } = await adminOperations.applications();
    const { name, usage } = await perform(readRegisteredApplication, pageRequest.context, { id });
    const view = { action: `${path}/${id}/delete`, back: path, name, members: usage.members };
    return applicationRemoval(adminPageOf(pageRequest, "registered"), view);
  });

  postForm(app, `${path}/:id/delete`, async (pageRequest, _form, request) => {
    const { deleteRegisteredApplication } = await adminOperations.applications();
    await perform(deleteRegisteredApplication, pageRequest.context, request.params);
    return pageRequest.reply.redirect(`${path}?done=deleted`, 303);
  });
}
