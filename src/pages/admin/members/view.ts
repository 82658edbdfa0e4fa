import type { FastifyInstance } from "fastify";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endOfView, endView, maxViewMinutes, startView } from "#http/viewing.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { adminSections } from "../sections.ts";
import { sendMember } from "./show.ts";
import { postForm } from "../parts/routes.ts";

const { path } = adminSections.members;

/** POST /admin/members/{id}/view: see the school as the member. POST /admin/members/end-view: stop that. */
export function memberView(app: FastifyInstance): void {
  postForm(
    app,
    { path: `${path}/:id/view`, formAt: ({ id }) => `${path}/${encodeURIComponent(id)}` },
    async (pageRequest, _form, { params: { id } }) => {
      const { context, session, reply } = pageRequest;
      const { startMemberView } = await adminOperations.members();
      try {
        await perform(startMemberView, context, { id });
      } catch (error) {
        const isState = error instanceof Problem && error.code === "invalid_state";
        if (!isState) throw error;
        return sendMember(pageRequest, id, { problem: "state" });
      }
      const until = new Date(context.now.getTime() + maxViewMinutes * 60_000);
      startView(
        reply,
        context.site,
        { memberId: parseId("member", id) ?? "", sessionId: session.id, until },
        pageRequest.csrfKey,
      );
      return reply.redirect("/learn", 303);
    },
  );

  postForm(app, { path: endOfView, formAt: path }, async (pageRequest, _form, request) => {
    const { view } = request;
    if (!view) return pageRequest.reply.redirect(path, 303);
    const id = formatId("member", view.memberId);
    const { endMemberView } = await adminOperations.members();
    await perform(endMemberView, pageRequest.context, { id });
    endView(request, pageRequest.reply);
    return pageRequest.reply.redirect(`${path}/${id}`, 303);
  });
}
