import type { FastifyReply } from "fastify";
import { findCode } from "#domain/people/sign-in-codes/queries.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../../authorization/authorization-of.ts";
import { pageOf, type PageRequest } from "../../responses/page-request.ts";
import { formTargetOf, sendPage } from "../../responses/send.ts";
import { enterCode, type EnterCode } from "../../views/sign-in/codes/enter-code.ts";
import { returnToOf, withReturnTo } from "../return-to.ts";
import { showSignIn } from "../sign-in.ts";

/** Shows the page for the digits of the email that this browser asked for, or sign-in if there is none anymore. */
export async function showEnterCode(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  { problem, isAgain, unsaved }: Partial<Pick<EnterCode, "problem" | "isAgain" | "unsaved">>,
  status = 200,
): Promise<FastifyReply> {
  const { request, reply, context, csrf, browser } = pageRequest;
  const query = withReturnTo(returnToOf(request));
  const signIn = withAuthorization("/sign-in", pending, query);
  const code = await findCode(context, browser);
  if (!code) {
    if (problem === undefined) return reply.redirect(signIn, 303);
    return showSignIn(pageRequest, pending, { unsaved, action: signIn, problem: { kind: "codeEnded" } }, status);
  }
  const view = {
    csrf,
    action: withAuthorization("/sign-in/email/enter", pending, query),
    again: withAuthorization("/sign-in/email", pending, query),
    signIn,
    email: code.email,
    unsaved,
    isAgain: isAgain ?? false,
    problem,
  };
  return sendPage(reply, enterCode(pageOf(pageRequest, pending?.request.uiLocales), view), {
    status,
    formTarget: pending && formTargetOf(pending.request.redirectUri),
  });
}
