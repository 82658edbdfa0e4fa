import type { FastifyInstance, FastifyReply } from "fastify";
import { changePassword } from "#domain/people/accounts/change-password.ts";
import { requestEmailChange } from "#domain/people/accounts/request-email-change.ts";
import { requestEmailVerification } from "#domain/people/accounts/request-email-verification.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { startBrowserSession } from "#http/browser.ts";
import { askToSignIn } from "./ask-to-sign-in.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "./form-refusal.ts";
import { showNoMail } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { changeEmail } from "./views/change-email.ts";
import { changePassword as changePasswordView } from "./views/change-password.ts";
import { message } from "./views/message.ts";
import { sendStaleForm } from "./stale-form.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";

type SignedIn = Visit & { session: Session };

/** /account/email and /account/password: changes that require the current password. */
export function accountAccessPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  const page = (method: "GET" | "POST", url: string, show: (visitor: SignedIn) => Promise<FastifyReply>) =>
    app.route({
      method,
      url,
      async handler(request, reply) {
        const visitor = await visit(request, reply);
        const { session } = visitor;
        return session ? show({ ...visitor, session }) : askToSignIn(visitor, csrfKey);
      },
    });

  page("GET", "/account/email", async (visitor) => showEmail(visitor, undefined));
  page("POST", "/account/email", async (visitor) => {
    const { context, reply, browser } = visitor;
    if (!context.mail) return showNoMail(visitor, "/account");
    const form = formOf(visitor, csrfKey);
    if (!form) return sendStaleForm(visitor, "/account/email");
    const email = (form.get("email") ?? "").trim();
    const { locale } = pageOf(visitor);
    try {
      const requested = await requestEmailChange(context, {
        email,
        password: form.get("current") ?? "",
        browser,
        locale,
      });
      if (!requested) return showEmail(visitor, email, wrongPassword);
    } catch (error) {
      return showEmail(visitor, email, refusalOf(error, reply));
    }
    return sendPage(reply, message(pageOf(visitor), { kind: "changeSent", email, href: "/account" }));
  });

  page("POST", "/account/email/verify", async (visitor) => {
    const { context, reply, session } = visitor;
    if (!context.mail) return showNoMail(visitor, "/account");
    if (!formOf(visitor, csrfKey)) return sendStaleForm(visitor, "/account");
    await requestEmailVerification(context, { locale: pageOf(visitor).locale });
    const view = { kind: "verificationSent", email: session.email, href: "/account" } as const;
    return sendPage(reply, message(pageOf(visitor), view));
  });

  page("GET", "/account/password", async (visitor) => showPassword(visitor));
  page("POST", "/account/password", async (visitor) => {
    const { request, context, reply, browser } = visitor;
    const form = formOf(visitor, csrfKey);
    if (!form) return sendStaleForm(visitor, "/account/password");
    const [current, password] = [form.get("current") ?? "", form.get("password") ?? ""];
    const place = { browser, userAgent: request.headers["user-agent"] ?? "", locale: pageOf(visitor).locale };
    try {
      const secret = await changePassword(context, { current, password, ...place });
      if (secret === undefined) return showPassword(visitor, wrongPassword);
      startBrowserSession(reply, context, secret);
      return await reply.redirect("/account?done=password_changed", 303);
    } catch (error) {
      return showPassword(visitor, refusalOf(error, reply));
    }
  });
}

const none: FormRefusal = { status: 200, problems: [] };

function showEmail(visitor: SignedIn, email: string | undefined, { status, problems } = none): FastifyReply {
  const { reply, context, csrf } = visitor;
  if (!context.mail) return showNoMail(visitor, "/account");
  return sendPage(reply, changeEmail(ofPerson(visitor), { csrf, email, problems }), { status });
}

function showPassword(visitor: SignedIn, { status, problems } = none): FastifyReply {
  const { reply, csrf } = visitor;
  return sendPage(reply, changePasswordView(ofPerson(visitor), { csrf, problems }), { status });
}

const ofPerson = (visitor: SignedIn) => {
  const { name, email } = visitor.session;
  return { ...pageOf(visitor), member: { name, email } };
};
