import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import {
  deleteRegisteredApplication,
  listRegisteredApplications,
  readRegisteredApplication,
} from "#oauth/registered-applications/operations.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { registered } from "../../views/admin/applications/registered.ts";
import { applicationRemoval } from "../../views/admin/applications/application-removal.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.registered;

/** GET /admin/developers/registered, and deletion of a client. */
export function registeredPages(app: FastifyInstance): void {
  app.get<{ Querystring: { before?: string; done?: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { before, done } = request.query;
    const { data, hasMore } = await perform(listRegisteredApplications, pageRequest.context, { before });
    const rows = data.map((application) => ({ ...application, id: formatClientId(application.id) }));
    const last = rows.at(-1);
    const pages = {
      next: hasMore && last ? `${path}?before=${last.id}` : undefined,
      first: before === undefined ? undefined : path,
    };
    const view = { applications: rows, pages, deleted: done === "deleted" };
    return sendPage(reply, registered(adminPageOf(pageRequest, "registered"), view));
  });

  app.get<{ Params: { id: string } }>(`${path}/:id/delete`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const { name, usage } = await perform(readRegisteredApplication, pageRequest.context, { id });
    const view = { action: `${path}/${id}/delete`, back: path, name, members: usage.members };
    return sendPage(reply, applicationRemoval(adminPageOf(pageRequest, "registered"), view));
  });

  app.post<{ Params: { id: string } }>(`${path}/:id/delete`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    if (!formOf(pageRequest))
      return sendStaleForm(pageRequest, `${path}/${encodeURIComponent(request.params.id)}/delete`);
    await perform(deleteRegisteredApplication, pageRequest.context, request.params);
    return reply.redirect(`${path}?done=deleted`, 303);
  });
}
