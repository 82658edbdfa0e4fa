import type { FastifyReply } from "fastify";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendPage } from "../../responses/send.ts";
import { confirmation, type Confirmation } from "../../views/admin/parts/confirmation.ts";
import type { AdminPage } from "../../views/admin/layout.ts";
import type { AdminPageRequest } from "./page-request.ts";

/** Fields of the page itself: the question has its own. */
const ofThePage: ReadonlySet<string> = new Set(["csrf", "shown", "key"]);

/** True if the question before a dangerous act was answered. */
export const isConfirmed = ({ request }: AdminPageRequest): boolean =>
  fieldsOf(request).some(([name, value]) => name === "confirmed" && value === "yes");

/**
 * Asks before a dangerous act, with its consequences. Submits the same form again once it is confirmed. The caller has
 * performed the act as a dry run, so that an impossible act gets no question.
 */
export const askFirst = (
  { request, reply }: AdminPageRequest,
  page: AdminPage,
  question: Omit<Confirmation, "action" | "fields">,
): FastifyReply =>
  sendPage(
    reply,
    confirmation(page, {
      ...question,
      action: request.url,
      fields: fieldsOf(request).filter(([name]) => !ofThePage.has(name)),
    }),
  );
