import type { FastifyInstance, FastifyReply } from "fastify";
import { requestPasswordReset } from "#domain/people/accounts/request-password-reset.ts";
import { setNewPassword } from "#domain/people/accounts/set-new-password.ts";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { showInsteadOfPassword } from "../sign-in/providers/lead-to-provider.ts";
import { linkIn, linkOf, showLinkEnded, showNoMail } from "../sign-in/mailed-link.ts";
import { signInWithLink } from "../sign-in/sign-in-with-link.ts";
import { type SignInPageRequest, signInRoutes } from "../sign-in/sign-in-routes.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { sendPage } from "../responses/send.ts";
import { forgottenPassword } from "../views/sign-in/forgotten-password.ts";
import { message } from "../views/frame/message.ts";
import { newPassword } from "../views/sign-in/new-password.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /password/forgotten, which sends a link, and /password/new, the target of the link. */
export function passwordPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const forgotten = signInRoutes(openPageRequest, (pageRequest) =>
    pageRequest.context.mail ? undefined : showNoMail(pageRequest),
  );
  forgotten.getPage(app, "/password/forgotten", (pageRequest) =>
    ask(pageRequest, pageRequest.pending, pageRequest.session?.email),
  );

  forgotten.postForm(app, { path: "/password/forgotten", stale: askAgain }, async (pageRequest, form) => {
    const { context, browser, reply, pending } = pageRequest;
    const email = (form.get("email") ?? "").trim();
    const page = pageOf(pageRequest, pending?.request.uiLocales);
    const instead = await showInsteadOfPassword(pageRequest, email, pending);
    if (instead) return instead;
    try {
      const authorizationId = pending?.id ?? null;
      await requestPasswordReset(context, { email, locale: page.locale, browser, authorizationId });
    } catch (error) {
      return ask(pageRequest, pending, email, refusalOf(error, reply));
    }
    return sendPage(reply, message(page, { kind: "resetSent", email, href: withAuthorization("/sign-in", pending) }));
  });

  const { getPage, postForm } = visitorRoutes(openPageRequest);
  getPage(app, "/password/new", (pageRequest, request) => choose(pageRequest, linkOf(request)));

  postForm(app, { path: "/password/new", stale: chooseAgain }, async (pageRequest, form, request) => {
    const { context, browser, reply } = pageRequest;
    const link = linkIn(request);
    const found = await findMailLink(context, ["set_password"], link);
    if (!found) return showLinkEnded(pageRequest, "/password/forgotten");
    const instead = await showInsteadOfPassword(pageRequest, found.email);
    if (instead) return instead;
    try {
      const { locale } = pageOf(pageRequest);
      const fields = { password: form.get("password") ?? "", disconnectApps: form.get("disconnect_apps") === "on" };
      const isSignedIn = pageRequest.session !== undefined;
      const client = { browser, userAgent: request.headers["user-agent"] ?? "", isSignedIn };
      const set = await setNewPassword(context, { link, ...fields, locale, ...client });
      const { authorizationId, session, returnTo } = set;
      const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
      return await signInWithLink(pageRequest, session, { returnTo, pending, done: "password_set" });
    } catch (error) {
      return choose(pageRequest, link, refusalOf(error, reply), form.get("disconnect_apps") === "on");
    }
  });
}

const chooseAgain = (pageRequest: PageRequest) =>
  choose(pageRequest, linkIn(pageRequest.request), expired, staleFormOf(pageRequest)?.get("disconnect_apps") === "on");

const askAgain = (pageRequest: SignInPageRequest) =>
  ask(pageRequest, pageRequest.pending, staleFormOf(pageRequest)?.get("email"), expired);

function ask(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  email: string | undefined,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const { request, reply, csrf } = pageRequest;
  const view = { csrf, action: request.url, signIn: withAuthorization("/sign-in", pending), email, problems };
  return sendPage(reply, forgottenPassword(pageOf(pageRequest, pending?.request.uiLocales), view), { status });
}

async function choose(
  pageRequest: PageRequest,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
  disconnectApps = false,
): Promise<FastifyReply> {
  const { reply, context, csrf } = pageRequest;
  const mailLink = await findMailLink(context, ["set_password"], link);
  if (!mailLink) return showLinkEnded(pageRequest, "/password/forgotten");
  const instead = await showInsteadOfPassword(pageRequest, mailLink.email);
  if (instead) return instead;
  const disconnects = context.site.settings.disconnectAppsOnPasswordReset ? "always" : disconnectApps;
  const view = { csrf, link, email: mailLink.email, disconnects, problems } as const;
  return sendPage(reply, newPassword(pageOf(pageRequest), view), { status });
}
