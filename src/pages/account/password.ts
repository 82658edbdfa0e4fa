import type { FastifyInstance, FastifyReply } from "fastify";
import { requestPasswordReset } from "#domain/people/accounts/request-password-reset.ts";
import { setNewPassword } from "#domain/people/accounts/set-new-password.ts";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { authorizationOf, withAuthorization } from "../authorization/authorization-of.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { showInsteadOfPassword } from "../sign-in/providers/lead-to-provider.ts";
import { linkIn, linkOf, showLinkEnded, showNoMail } from "../sign-in/mailed-link.ts";
import { signInWithLink } from "../sign-in/sign-in-with-link.ts";
import { sendPage } from "../responses/send.ts";
import { forgottenPassword } from "../views/sign-in/forgotten-password.ts";
import { message } from "../views/frame/message.ts";
import { newPassword } from "../views/sign-in/new-password.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { formOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /password/forgotten, which sends a link, and /password/new, the target of the link. */
export function passwordPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/password/forgotten", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.context.mail) return showNoMail(pageRequest);
    return ask(pageRequest, await authorizationOf(pageRequest), pageRequest.session?.email);
  });

  app.post("/password/forgotten", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, browser } = pageRequest;
    if (!context.mail) return showNoMail(pageRequest);
    const pending = await authorizationOf(pageRequest);
    const form = formOf(pageRequest);
    if (!form) return ask(pageRequest, pending, staleFormOf(pageRequest)?.get("email"), expired);
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

  app.get("/password/new", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return choose(pageRequest, linkOf(request));
  });

  app.post("/password/new", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, browser } = pageRequest;
    const form = formOf(pageRequest);
    const link = linkIn(request);
    if (!form) return choose(pageRequest, link, expired, staleFormOf(pageRequest)?.get("disconnect_apps") === "on");
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
  const found = await findMailLink(context, ["set_password"], link);
  if (!found) return showLinkEnded(pageRequest, "/password/forgotten");
  const instead = await showInsteadOfPassword(pageRequest, found.email);
  if (instead) return instead;
  const disconnects = context.site.settings.disconnectAppsOnPasswordReset ? "always" : disconnectApps;
  const view = { csrf, link, email: found.email, disconnects, problems } as const;
  return sendPage(reply, newPassword(pageOf(pageRequest), view), { status });
}
