import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { applications } from "../../views/admin/applications/applications.ts";
import { applicationsPath } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";

/** GET /admin/developers/applications: newest first, from before `before` if given. */
export function listPage(app: FastifyInstance): void {
  getPage(app, applicationsPath, async (pageRequest, request) => {
    const { before, done } = request.query;
    const { listApplications } = await adminOperations.applications();
    const { data, hasMore } = await perform(listApplications, pageRequest.context, { before });
    const rows = data.map((application) => ({ ...application, id: formatClientId(application.id) }));
    const last = rows.at(-1);
    const next = hasMore && last ? `${applicationsPath}?before=${last.id}` : undefined;
    const first = before === undefined ? undefined : applicationsPath;
    const view = { applications: rows, pages: { next, first }, deleted: done === "deleted" };
    return applications(adminPageOf(pageRequest, "applications"), view);
  });
}
