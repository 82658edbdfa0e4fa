import type { FastifyInstance } from "fastify";
import { roles } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { memberStatuses } from "#domain/people/members/member.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../../responses/send.ts";
import { memberList } from "../../views/admin/members/members.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { creationAt } from "../derived/actions.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.members;
const perPage = 30;

/** GET /admin/members with `q`, `role` and `status`. Ignores invalid filters. */
export function listPage(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { query } = request;
    const q = typeof query["q"] === "string" ? query["q"].trim().slice(0, 200) : "";
    const role = roles.find((name) => name === query["role"]);
    const status = memberStatuses.find((name) => name === query["status"]);
    const cursor = query["cursor"];
    const narrowed = { ...(q !== "" && { q }), ...(role && { role: [role] }), ...(status && { status: [status] }) };
    const requested = { ...narrowed, limit: perPage, ...cursorIn(cursor) };
    const { data, page } = await perform(listMembers, pageRequest.context, requested);
    const view = memberList(adminPageOf(pageRequest, "members"), {
      members: data.map((member) => ({ ...member, id: formatId("member", member.id) })),
      typed: { q, role, status },
      creation: creationAt(pageRequest, "/members"),
      pages: pagesOf(path, { q, role, status }, page.nextCursor, cursor),
    });
    return sendPage(reply, view);
  });
}
