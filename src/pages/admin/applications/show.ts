import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { application } from "../../views/admin/applications/application.ts";
import { applicationsPath } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";

const notices = ["created", "repeated", "saved", "changed"] as const;
type Notice = (typeof notices)[number];

/** Returns the path of an application's page with a notice. `id` is its client_id. */
export const applicationUrl = (id: string, done?: Notice): string =>
  `${applicationsPath}/${encodeURIComponent(id)}${done === undefined ? "" : `?done=${done}`}`;

/** GET /admin/developers/applications/{id} */
export function showPage(app: FastifyInstance): void {
  getPage(app, `${applicationsPath}/:id`, async (pageRequest, request) => {
    const { readApplication } = await adminOperations.applications();
    const found = await perform(readApplication, pageRequest.context, { id: request.params.id });
    const view = {
      ...found,
      id: formatClientId(found.id),
      overlaps: found.previousSecretExpiresAt !== null && found.previousSecretExpiresAt > pageRequest.context.now,
      notice: notices.find((notice) => notice === request.query.done),
    };
    return application(adminPageOf(pageRequest, "applications"), view);
  });
}
