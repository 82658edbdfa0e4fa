import type { FastifyInstance } from "fastify";
import { runDry } from "#domain/platform/dry-run.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import { askFirst, isConfirmed } from "../parts/ask-first.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";
import { sendMember } from "./show.ts";

const { path } = adminSections.members;

/** POST /admin/members/{id}/payments/{agreement}: cancel now or at the end of the period, or resume. */
export function paymentChanges(app: FastifyInstance): void {
  postForm(
    app,
    { path: `${path}/:id/payments/:agreement`, formAt: ({ id }) => addressOf(id) },
    async (pageRequest, form, { params: { id: memberId, agreement: id } }) => {
      const mode = form.get("act");
      const { resumeAgreement, cancelAgreement } = await adminOperations.members();
      try {
        if (mode === "resume") {
          await perform(resumeAgreement, pageRequest.context, { id });
        } else if (isConfirmed(pageRequest)) {
          await perform(cancelAgreement, pageRequest.context, { id, mode });
        } else {
          await runDry(cancelAgreement, pageRequest.context, { id, mode });
          const page = adminPageOf(pageRequest, "members");
          const { recurring: text } = textFor(page.locale).admin.members;
          const name = mode === "now" ? "now" : "at_period_end";
          return askFirst(pageRequest, page, {
            title: text[name],
            consequence: text.consequence[name],
            act: text[name],
            back: addressOf(memberId),
          });
        }
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
        return sendMember(pageRequest, memberId, { problem: "payment" });
      }
      return pageRequest.reply.redirect(
        `${addressOf(memberId)}?done=${mode === "resume" ? "resumed" : "canceled"}`,
        303,
      );
    },
  );
}

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
