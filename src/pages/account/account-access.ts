import type { FastifyInstance, FastifyReply } from "fastify";
import { changePassword, MailboxUnproven } from "#domain/people/accounts/change-password.ts";
import { requestEmailChange } from "#domain/people/accounts/request-email-change.ts";
import { requestEmailVerification } from "#domain/people/accounts/request-email-verification.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { startBrowserSession } from "#http/browser.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { showNoMail } from "../sign-in/mailed-link.ts";
import { sendPage } from "../responses/send.ts";
import { changeEmail } from "../views/account/change-email.ts";
import { changePassword as changePasswordView } from "../views/account/change-password.ts";
import { message } from "../views/frame/message.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf, memberPageOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

type SignedIn = PageRequest & { session: Session };

/** /account/email and /account/password: changes that require the current password. */
export function accountAccessPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const page = (method: "GET" | "POST", url: string, show: (pageRequest: SignedIn) => Promise<FastifyReply>) =>
    app.route({
      method,
      url,
      async handler(request, reply) {
        const pageRequest = await openPageRequest(request, reply);
        const { session } = pageRequest;
        return session ? show({ ...pageRequest, session }) : askToSignIn(pageRequest);
      },
    });

  page("GET", "/account/email", async (pageRequest) => showEmail(pageRequest, undefined));
  page("POST", "/account/email", async (pageRequest) => {
    const { context, reply, browser } = pageRequest;
    if (!context.mail) return showNoMail(pageRequest, "/account");
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, "/account/email");
    const email = (form.get("email") ?? "").trim();
    const { locale } = pageOf(pageRequest);
    try {
      const requested = await requestEmailChange(context, {
        email,
        password: form.get("current") ?? "",
        browser,
        locale,
      });
      if (!requested) return showEmail(pageRequest, email, wrongPassword);
    } catch (error) {
      if (error instanceof MailboxUnproven) return reply.redirect(forgottenPath, 303);
      return showEmail(pageRequest, email, refusalOf(error, reply));
    }
    return sendPage(reply, message(pageOf(pageRequest), { kind: "changeSent", email, href: "/account" }));
  });

  page("POST", "/account/email/verify", async (pageRequest) => {
    const { context, reply, session } = pageRequest;
    if (!context.mail) return showNoMail(pageRequest, "/account");
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, "/account");
    await requestEmailVerification(context, { locale: pageOf(pageRequest).locale });
    const view = { kind: "verificationSent", email: session.email, href: "/account" } as const;
    return sendPage(reply, message(pageOf(pageRequest), view));
  });

  page("GET", "/account/password", async (pageRequest) => showPassword(pageRequest));
  page("POST", "/account/password", async (pageRequest) => {
    const { request, context, reply, browser } = pageRequest;
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, "/account/password");
    const [current, password] = [form.get("current") ?? "", form.get("password") ?? ""];
    const client = { browser, userAgent: request.headers["user-agent"] ?? "", locale: pageOf(pageRequest).locale };
    try {
      const secret = await changePassword(context, { current, password, ...client });
      if (secret === undefined) return showPassword(pageRequest, wrongPassword);
      startBrowserSession(reply, context, secret);
      return await reply.redirect("/account?done=password_changed", 303);
    } catch (error) {
      if (error instanceof MailboxUnproven) return reply.redirect(forgottenPath, 303);
      return showPassword(pageRequest, refusalOf(error, reply));
    }
  });
}

/** Mails a link to the person, with which they choose a password. */
const forgottenPath = "/password/forgotten";

const none: FormRefusal = { status: 200, problems: [] };

function showEmail(pageRequest: SignedIn, email: string | undefined, { status, problems } = none): FastifyReply {
  const { reply, context, csrf } = pageRequest;
  if (!context.mail) return showNoMail(pageRequest, "/account");
  return sendPage(reply, changeEmail(ofPerson(pageRequest), { csrf, email, problems }), { status });
}

function showPassword(pageRequest: SignedIn, { status, problems } = none): FastifyReply {
  const { reply, csrf } = pageRequest;
  return sendPage(reply, changePasswordView(ofPerson(pageRequest), { csrf, problems }), { status });
}

const ofPerson = (pageRequest: SignedIn) => memberPageOf(pageRequest, pageRequest.session);
