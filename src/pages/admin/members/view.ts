import type { FastifyInstance } from "fastify";
import { endMemberView, startMemberView } from "#domain/people/member-view/view.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endOfView, endView, maxViewMinutes, startView } from "#http/viewing.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";
import { sendMember } from "./show.ts";

const { path } = adminSections.members;

/** POST /admin/members/{id}/view: see the school as the member. POST /admin/members/end-view: stop that. */
export function memberView(app: FastifyInstance): void {
  app.post<{ Params: { id: string } }>(`${path}/:id/view`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context, session } = pageRequest;
    const { id } = request.params;
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, `${path}/${encodeURIComponent(id)}`);
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
  });

  app.post(endOfView, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { view } = request;
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, path);
    if (!view) return reply.redirect(path, 303);
    const id = formatId("member", view.memberId);
    await perform(endMemberView, pageRequest.context, { id });
    endView(request, reply);
    return reply.redirect(`${path}/${id}`, 303);
  });
}
