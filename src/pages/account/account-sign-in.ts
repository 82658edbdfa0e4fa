import type { FastifyInstance, FastifyReply } from "fastify";
import { proofOf } from "../forms/proof-of.ts";
import { disconnectIdentity, listOwnIdentities } from "#domain/people/identity-providers/identities/own-identities.ts";
import { provePresence } from "#domain/people/identity-providers/prove-presence.ts";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { memberPageOf, type SignedInPageRequest } from "../responses/page-request.ts";
import { sendPage } from "../responses/send.ts";
import { leaveForProvider } from "../sign-in/providers/leave-for-provider.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { accountSignIn, signInNotices } from "../views/account/account-sign-in.ts";

const path = "/account/sign-in";

/** GET /account/sign-in: connected identities. POST …/{provider}/connect and …/{provider}/disconnect. */
export function accountSignInPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, path, (pageRequest) => show(pageRequest));

  postForm(app, { path: `${path}/:id/connect`, formAt: path }, async (pageRequest, form, request) => {
    const { context, browser, session } = pageRequest;
    if (session.viewedBy !== undefined) throw new Problem("role_required", "End the view to change something.");
    const id = parseId("identityProvider", request.params.id);
    const provider = id && (await findProvider(context, id));
    if (!provider || !provider.active) throw new Problem("not_found", "There is no such identity provider.");
    try {
      const presence = { password: form.get("current") ?? "", browser };
      if (!(await provePresence(context, presence))) return await show(pageRequest, wrongPassword);
    } catch (error) {
      return show(pageRequest, refusalOf(error, pageRequest.reply));
    }
    return leaveForProvider(pageRequest, provider, { purpose: "connect", authorizationId: null, returnTo: null });
  });

  postForm(app, { path: `${path}/:id/disconnect`, formAt: path }, async (pageRequest, _form, request) => {
    await perform(disconnectIdentity, pageRequest.context, { providerId: request.params.id });
    return pageRequest.reply.redirect(`${path}?done=disconnected`, 303);
  });
}

async function show(
  pageRequest: SignedInPageRequest,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { context, request, reply, csrf, session } = pageRequest;
  const { connected, available } = await perform(listOwnIdentities, context, {});
  const query = new URLSearchParams(request.url.split("?")[1]);
  const isTaken = query.get("done") === "taken";
  const view = {
    csrf,
    connected: connected.map((one) => ({ ...one, id: formatId("identityProvider", one.providerId) })),
    available: available.map((one) => ({ ...one, id: formatId("identityProvider", one.providerId) })),
    proof: proofOf(session, context.now),
    notice: signInNotices.find((notice) => notice === query.get("done")),
    taken: isTaken ? (query.get("provider") ?? "").slice(0, 60) : undefined,
    problems,
  };
  return sendPage(reply, accountSignIn(memberPageOf(pageRequest, session), view), { status: isTaken ? 409 : status });
}
