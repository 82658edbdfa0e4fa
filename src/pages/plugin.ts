import type { FastifyInstance } from "fastify";
import type { Mailbox } from "#domain/engagement/mail/mailbox.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import { accountAccessPages } from "./account-access.ts";
import { accountDataPages } from "./account-data.ts";
import { accountProfilePages } from "./account-profile.ts";
import { accountPages } from "./account.ts";
import { accountNotificationSettingsPages } from "./account-notification-settings.ts";
import { accountNotificationPages } from "./account-notifications.ts";
import { clientLogo } from "./client-logo.ts";
import { consentPages } from "./consent.ts";
import { withPages } from "./conventions.ts";
import { devMailPage } from "./dev-mail.ts";
import { emailPages } from "./email.ts";
import { files } from "./file.ts";
import { invitationPages } from "./invitation.ts";
import { jobResult } from "./job-result.ts";
import { logoutPages } from "./logout.ts";
import { inSchoolLook } from "./page-request.ts";
import { passwordPages } from "./password.ts";
import { senderPages } from "./sender.ts";
import { signInPages } from "./sign-in.ts";
import { signUpPages } from "./sign-up.ts";
import { selectAccountPages } from "./select-account.ts";
import { servedStylesheet } from "./stylesheet.ts";
import { unsubscribePages } from "./unsubscribe.ts";

interface PageOptions {
  csrfKey: Buffer;
  keyRing: KeyRing;
  /** Development only: stores the emails that would have been sent. */
  mailbox?: Mailbox | undefined;
  /** Routes of other surfaces that browsers open. Their errors are rendered as pages. */
  routes: readonly ((app: FastifyInstance) => void)[];
}

/** Sign-in, consent and account pages. None requires scripts. */
export const pages = ({ csrfKey, keyRing, mailbox, routes }: PageOptions) =>
  withPages(csrfKey, (app, openPageRequest) => {
    // Redirects carry codes and cookies too. Cacheable responses override this.
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("cache-control", "no-store");
      done();
    });
    for (const add of routes) add(app);
    servedStylesheet(app);
    const openMemberPage = inSchoolLook(openPageRequest, { isPlain: true });
    signInPages(app, openPageRequest, csrfKey);
    selectAccountPages(app, openPageRequest, csrfKey);
    logoutPages(app, openPageRequest, { csrfKey, keyRing });
    signUpPages(app, openPageRequest, csrfKey);
    invitationPages(app, openPageRequest, csrfKey);
    passwordPages(app, openMemberPage, csrfKey);
    emailPages(app, openMemberPage, csrfKey);
    senderPages(app, openPageRequest, csrfKey);
    consentPages(app, openPageRequest, csrfKey);
    accountPages(app, openMemberPage, csrfKey);
    accountProfilePages(app, openMemberPage, csrfKey);
    accountAccessPages(app, openMemberPage, csrfKey);
    accountDataPages(app, openMemberPage, csrfKey);
    accountNotificationPages(app, openMemberPage, csrfKey);
    accountNotificationSettingsPages(app, openMemberPage, csrfKey);
    unsubscribePages(app, openPageRequest);
    if (mailbox) devMailPage(app, openPageRequest, mailbox);
    clientLogo(app);
    files(app);
    jobResult(app);
  });
