import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { apiKeyRemoval, apiKeys } from "../../views/admin/api-keys/api-keys.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.apiKeys;
const revokedPath = `${path}?done=revoked`;
/** The list after a form was submitted again that created a key before. */
export const repeatedPath = `${path}?done=repeated`;
const notices = ["revoked", "repeated"] as const;

/** GET /admin/developers/api-keys, and GET and POST …/{id}/revoke. */
export function listPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { cursor, done } = request.query;
    const { listApiKeys } = await adminOperations.applications();
    const { data, page } = await perform(listApiKeys, pageRequest.context, { limit: 25, ...cursorIn(cursor) });
    const view = {
      keys: data.map((key) => ({ ...key, id: formatId("apiKey", key.id) })),
      pages: pagesOf(path, {}, page.nextCursor, cursor),
      notice: notices.find((notice) => notice === done),
    };
    return apiKeys(adminPageOf(pageRequest, "apiKeys"), view);
  });

  getPage(app, `${path}/:id/revoke`, async (pageRequest, { params: { id } }) => {
    const { readApiKey } = await adminOperations.applications();
    const { name, revokedAt } = await perform(readApiKey, pageRequest.context, { id });
    if (revokedAt !== null) return pageRequest.reply.redirect(revokedPath, 303);
    return apiKeyRemoval(adminPageOf(pageRequest, "apiKeys"), { id, name });
  });

  postForm(app, `${path}/:id/revoke`, async (pageRequest, _form, { params: { id } }) => {
    const { revokeApiKey } = await adminOperations.applications();
    try {
      await perform(revokeApiKey, pageRequest.context, { id });
    } catch (error) {
      // Sent twice, or revoked in another window meanwhile.
      if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
    }
    return pageRequest.reply.redirect(revokedPath, 303);
  });
}
