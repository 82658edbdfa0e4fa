import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { listApiKeys, readApiKey, revokeApiKey } from "#oauth/api-keys/operations.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { apiKeyRemoval, apiKeys } from "../../views/admin/api-keys/api-keys.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.apiKeys;
const revokedPath = `${path}?done=revoked`;
/** The list after a form was submitted again that created a key before. */
export const repeatedPath = `${path}?done=repeated`;
const notices = ["revoked", "repeated"] as const;

interface One {
  Params: { id: string };
}

/** GET /admin/developers/api-keys, and GET and POST …/{id}/revoke. */
export function listPages(app: FastifyInstance): void {
  app.get<{ Querystring: { cursor?: unknown; done?: unknown } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { cursor, done } = request.query;
    const { data, page } = await perform(listApiKeys, pageRequest.context, { limit: 25, ...cursorIn(cursor) });
    const view = {
      keys: data.map((key) => ({ ...key, id: formatId("apiKey", key.id) })),
      pages: pagesOf(path, {}, page.nextCursor, cursor),
      notice: notices.find((notice) => notice === done),
    };
    return sendPage(reply, apiKeys(adminPageOf(pageRequest, "apiKeys"), view));
  });

  app.get<One>(`${path}/:id/revoke`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const { name, revokedAt } = await perform(readApiKey, pageRequest.context, { id });
    if (revokedAt !== null) return reply.redirect(revokedPath, 303);
    return sendPage(reply, apiKeyRemoval(adminPageOf(pageRequest, "apiKeys"), { id, name }));
  });

  app.post<One>(`${path}/:id/revoke`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, `${path}/${encodeURIComponent(id)}/revoke`);
    try {
      await perform(revokeApiKey, pageRequest.context, { id });
    } catch (error) {
      // Sent twice, or revoked in another window meanwhile.
      if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
    }
    return reply.redirect(revokedPath, 303);
  });
}
