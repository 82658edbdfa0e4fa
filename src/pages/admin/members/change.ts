import type { FastifyInstance } from "fastify";
import { roles } from "#access/roles.ts";
import { revokeMemberSessions, suspendMember, unsuspendMember } from "#domain/people/members/member-states.ts";
import { setMemberRoles } from "#domain/people/members/operations.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { sendStaleForm } from "../../stale-form.ts";
import { formOf } from "../../page-request.ts";
import type { MemberNotice, MemberProblem } from "../../views/admin/member.ts";
import { adminSections } from "../sections.ts";
import { adminPageRequestOf } from "../page-request.ts";
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

/** Problems that the page displays. Others are errors. */
const problems: Partial<Record<ProblemCode, MemberProblem>> = {
  validation_failed: "roles",
  role_escalation: "above",
  last_owner: "last_owner",
  invalid_state: "state",
};

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
