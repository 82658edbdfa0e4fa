import type { FastifyInstance, FastifyReply } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { type PendingAuthorization, selectAccount } from "#oauth/authorizations.ts";
import { findLogoAddress } from "#oauth/client-logos/queries.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { rereadClient } from "#oauth/clients/reread-client.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { type AuthorizationPageRequest, authorizationRoutes } from "../authorization/authorization-routes.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { otherAccount } from "./sign-in.ts";
import { memberPageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { selectAccount as view } from "../views/sign-in/select-account.ts";

/** GET and POST /select-account: account selection for `prompt=select_account` (OpenID Connect Core §3.1.2.1). */
export function selectAccountPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = authorizationRoutes(openPageRequest);
  getPage(app, "/select-account", (pageRequest) => show(pageRequest, pageRequest.pending));

  postForm(app, { path: "/select-account", stale: showAgain }, async (pageRequest, form) => {
    const { context, session, reply, pending } = pageRequest;
    if (!session) return show(pageRequest, pending);
    if (form.get("account") === "other")
      return reply.redirect(withAuthorization("/sign-in", pending, otherAccount), 303);
    // Ignores a selection from a page that was displayed to another member.
    if (form.get("account") !== formatId("member", session.memberId)) return show(pageRequest, pending);
    await selectAccount(context, pending.id, session.memberId);
    return reply.redirect(withAuthorization("/consent", pending), 303);
  });
}

const showAgain = (pageRequest: AuthorizationPageRequest) => show(pageRequest, pageRequest.pending);

async function show(pageRequest: PageRequest, pending: PendingAuthorization): Promise<FastifyReply> {
  const { reply, context, session, csrf } = pageRequest;
  if (!session) return reply.redirect(withAuthorization("/sign-in", pending), 303);
  const { client, request } = await rereadClient(context, pending.request);
  const page = memberPageOf(pageRequest, session, request.uiLocales);
  const choice = {
    csrf,
    action: withAuthorization("/select-account", pending),
    client: { name: displayNameOf(context.site, client), logo: await findLogoAddress(context, client.id) },
    memberId: formatId("member", session.memberId),
  };
  // After selection, redirects may lead to the client.
  return sendPage(reply, view(page, choice), { formTarget: formTargetOf(request.redirectUri) });
}
