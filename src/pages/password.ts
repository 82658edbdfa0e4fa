import type { FastifyInstance, FastifyReply } from "fastify";
import { requestPasswordReset } from "#domain/people/accounts/request-password-reset.ts";
import { setNewPassword } from "#domain/people/accounts/set-new-password.ts";
import { findMailLink } from "#domain/engagement/mail-links/queries.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { authorizationOf, withAuthorization } from "./authorization-of.ts";
import { expired, type FormRefusal, refusalOf } from "./form-refusal.ts";
import { linkIn, linkOf, showLinkEnded, showNoMail } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { forgottenPassword } from "./views/forgotten-password.ts";
import { message } from "./views/message.ts";
import { newPassword } from "./views/new-password.ts";
import { staleFormOf } from "./stale-form.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";

/** GET and POST /password/forgotten, which sends a link, and /password/new, the target of the link. */
export function passwordPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/password/forgotten", async (request, reply) => {
    const visitor = await visit(request, reply);
    if (!visitor.context.mail) return showNoMail(visitor);
    return ask(visitor, await authorizationOf(visitor), visitor.session?.email);
  });

  app.post("/password/forgotten", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { context, browser } = visitor;
    if (!context.mail) return showNoMail(visitor);
    const pending = await authorizationOf(visitor);
    const form = formOf(visitor, csrfKey);
    if (!form) return ask(visitor, pending, staleFormOf(visitor)?.get("email"), expired);
    const email = (form.get("email") ?? "").trim();
    const page = pageOf(visitor, pending?.request.uiLocales);
    try {
      const authorizationId = pending?.id ?? null;
      await requestPasswordReset(context, { email, locale: page.locale, browser, authorizationId });
    } catch (error) {
      return ask(visitor, pending, email, refusalOf(error, reply));
    }
    return sendPage(reply, message(page, { kind: "resetSent", email, href: withAuthorization("/sign-in", pending) }));
  });

  app.get("/password/new", async (request, reply) => {
    const visitor = await visit(request, reply);
    return choose(visitor, linkOf(request));
  });

  app.post("/password/new", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { context, browser } = visitor;
    const form = formOf(visitor, csrfKey);
    const link = linkIn(request);
    if (!form) return choose(visitor, link, expired, staleFormOf(visitor)?.get("disconnect_apps") === "on");
    if (!(await findMailLink(context, ["set_password"], link))) return showLinkEnded(visitor, "/password/forgotten");
    try {
      const { locale } = pageOf(visitor);
      const given = { password: form.get("password") ?? "", disconnectApps: form.get("disconnect_apps") === "on" };
      const { authorizationId } = await setNewPassword(context, { link, ...given, locale });
      const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
      return await reply.redirect(withAuthorization("/sign-in", pending, { done: "password_set" }), 303);
    } catch (error) {
      return choose(visitor, link, refusalOf(error, reply), form.get("disconnect_apps") === "on");
    }
  });
}

function ask(
  visitor: Visit,
  pending: PendingAuthorization | undefined,
  email: string | undefined,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const { request, reply, csrf } = visitor;
  const view = { csrf, action: request.url, signIn: withAuthorization("/sign-in", pending), email, problems };
  return sendPage(reply, forgottenPassword(pageOf(visitor, pending?.request.uiLocales), view), { status });
}

async function choose(
  visitor: Visit,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
  disconnectApps = false,
): Promise<FastifyReply> {
  const { reply, context, csrf } = visitor;
  const found = await findMailLink(context, ["set_password"], link);
  if (!found) return showLinkEnded(visitor, "/password/forgotten");
  const disconnects = context.site.settings.disconnectAppsOnPasswordReset ? "always" : disconnectApps;
  const view = { csrf, link, email: found.email, disconnects, problems } as const;
  return sendPage(reply, newPassword(pageOf(visitor), view), { status });
}
