import type { FastifyInstance, FastifyReply } from "fastify";
import { changePassword, MailboxUnproven } from "#domain/people/accounts/change-password.ts";
import { requestEmailChange } from "#domain/people/accounts/request-email-change.ts";
import { requestEmailVerification } from "#domain/people/accounts/request-email-verification.ts";
import { startBrowserSession } from "#http/browser.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { showNoMail } from "../sign-in/mailed-link.ts";
import { sendPage } from "../responses/send.ts";
import { changeEmail } from "../views/account/change-email.ts";
import { changePassword as changePasswordView } from "../views/account/change-password.ts";
import { message } from "../views/frame/message.ts";
import { memberPageOf, pageOf, type SignedInPageRequest } from "../responses/page-request.ts";

/** /account/email and /account/password: changes that require the current password. */
export function accountAccessPages(app: FastifyInstance, routes: MemberRoutes): void {
  const { getPage, postForm } = routes;
  const { postForm: postWithMail } = withMail(routes);
  getPage(app, "/account/email", (pageRequest) => showEmail(pageRequest, undefined));
  postWithMail(app, "/account/email", async (pageRequest, form) => {
    const { context, browser, reply } = pageRequest;
    const email = (form.get("email") ?? "").trim();
    const { locale } = pageOf(pageRequest);
    try {
      const password = form.get("current") ?? "";
      const requested = await requestEmailChange(context, { email, password, browser, locale });
      if (!requested) return showEmail(pageRequest, email, wrongPassword);
    } catch (error) {
      if (error instanceof MailboxUnproven) return reply.redirect(forgottenPath, 303);
      return showEmail(pageRequest, email, refusalOf(error, reply));
    }
    return sendPage(reply, message(pageOf(pageRequest), { kind: "changeSent", email, href: "/account" }));
  });

  postWithMail(app, { path: "/account/email/verify", formAt: "/account" }, async (pageRequest) => {
    const { context, session, reply } = pageRequest;
    await requestEmailVerification(context, { locale: pageOf(pageRequest).locale });
    const view = { kind: "verificationSent", email: session.email, href: "/account" } as const;
    return sendPage(reply, message(pageOf(pageRequest), view));
  });

  getPage(app, "/account/password", (pageRequest) => showPassword(pageRequest));
  postForm(app, "/account/password", async (pageRequest, form, request) => {
    const { context, reply, browser } = pageRequest;
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

/** Without outgoing email there is no such page, whatever the form. */
const withMail = (routes: MemberRoutes) =>
  routes.extend<SignedInPageRequest>(async (pageRequest, show) =>
    pageRequest.context.mail ? show(pageRequest) : showNoMail(pageRequest, "/account"),
  );

/** Mails a link to the person, with which they choose a password. */
const forgottenPath = "/password/forgotten";

const none: FormRefusal = { status: 200, problems: [] };

function showEmail(
  pageRequest: SignedInPageRequest,
  email: string | undefined,
  { status, problems } = none,
): FastifyReply {
  const { reply, context, csrf } = pageRequest;
  if (!context.mail) return showNoMail(pageRequest, "/account");
  return sendPage(reply, changeEmail(ofPerson(pageRequest), { csrf, email, problems }), { status });
}

function showPassword(pageRequest: SignedInPageRequest, { status, problems } = none): FastifyReply {
  const { reply, csrf } = pageRequest;
  return sendPage(reply, changePasswordView(ofPerson(pageRequest), { csrf, problems }), { status });
}

const ofPerson = (pageRequest: SignedInPageRequest) => memberPageOf(pageRequest, pageRequest.session);
