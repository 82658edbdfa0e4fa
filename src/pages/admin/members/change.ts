import type { FastifyInstance } from "fastify";
import { roles } from "#access/roles.ts";
import { revokeMemberSessions, suspendMember, unsuspendMember } from "#domain/people/members/member-states.ts";
import { setMemberRoles } from "#domain/people/members/operations.ts";
import { cancelAgreement, resumeAgreement } from "#domain/sales/billing/staff-agreements.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import type { MemberNotice, MemberProblem } from "../../views/admin/members/member.ts";
import { adminSections } from "../sections.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { sendMember } from "./show.ts";

const { path } = adminSections.members;

/** POST /admin/members/{id}/roles, …/suspend, …/unsuspend and …/sessions */
export function changePages(app: FastifyInstance, csrfKey: Buffer): void {
  const act = (name: string, done: MemberNotice, operation: Operation, fieldsOf: (form: Form) => object = () => ({})) =>
    app.post<{ Params: { id: string } }>(`${path}/:id/${name}`, async (request, reply) => {
      const pageRequest = adminPageRequestOf(request);
      const { id } = request.params;
      const form = formOf(pageRequest, csrfKey);
      if (!form) return sendStaleForm(pageRequest, addressOf(id));
      try {
        await perform(operation, pageRequest.context, { id, ...fieldsOf(form) });
      } catch (error) {
        const problem = error instanceof Problem ? problems[error.code] : undefined;
        if (!problem) throw error;
        return sendMember(pageRequest, id, { problem });
      }
      // If members signed themselves out or removed their own admin role, the guard handles the next request.
      return reply.redirect(`${addressOf(id)}?done=${done}`, 303);
    });

  act("roles", "roles", setMemberRoles, (form) => ({
    roles: roles.filter((role) => form.get(`role.${role}`) === "on"),
  }));
  act("suspend", "suspended", suspendMember);
  act("unsuspend", "unsuspended", unsuspendMember);
  act("sessions", "sessions", revokeMemberSessions);
}

/** POST /admin/members/{id}/payments/{agreement}: cancel now or at the end of the period, or resume. */
export function paymentChanges(app: FastifyInstance, csrfKey: Buffer): void {
  app.post<{ Params: { id: string; agreement: string } }>(`${path}/:id/payments/:agreement`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id: memberId, agreement: id } = request.params;
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, addressOf(memberId));
    const mode = form.get("act");
    try {
      await (mode === "resume"
        ? perform(resumeAgreement, pageRequest.context, { id })
        : perform(cancelAgreement, pageRequest.context, { id, mode }));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
      return sendMember(pageRequest, memberId, { problem: "payment" });
    }
    return reply.redirect(`${addressOf(memberId)}?done=${mode === "resume" ? "resumed" : "canceled"}`, 303);
  });
}

/** Problems that the page displays. Others are errors. */
const problems: Partial<Record<ProblemCode, MemberProblem>> = {
  validation_failed: "roles",
  role_escalation: "above",
  last_owner: "last_owner",
  invalid_state: "state",
};

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
