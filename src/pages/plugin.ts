import type { FastifyInstance } from "fastify";
import type { Mailbox } from "#domain/mail/mailbox.ts";
import type { SiteDirectory } from "#http/site-directory.ts";
import { accountAccessPages } from "./account-access.ts";
import type { Quotas } from "#http/quota.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import { accountPages } from "./account.ts";
import { accountNotificationSettingsPages } from "./account-notification-settings.ts";
import { accountNotificationPages } from "./account-notifications.ts";
import { adminArea } from "./admin/plugin.ts";
import { clientLogo } from "./client-logo.ts";
import { consentPages } from "./consent.ts";
import { devMailPage } from "./dev-mail.ts";
import { emailPages } from "./email.ts";
import { showErrors } from "./errors.ts";
import { files } from "./file.ts";
import { invitationPages } from "./invitation.ts";
import { learnPages } from "./learn/plugin.ts";
import { passwordPages } from "./password.ts";
import { publicPages } from "./public/plugin.ts";
import { referencePages } from "./reference.ts";
import { signInPages } from "./sign-in.ts";
import { signUpPages } from "./sign-up.ts";
import { unsubscribePages } from "./unsubscribe.ts";
import { visits } from "./visit.ts";

/** Bytes; the longest real form is far below. */
const maxForm = 64 * 1024;

interface PageOptions {
  csrfKey: Buffer;
  sites: SiteDirectory;
  keyRing: KeyRing;
  quotas: Quotas;
  /** Of development: what would have been mailed. */
  mailbox?: Mailbox | undefined;
  /** Addresses of other surfaces that a browser opens: what goes wrong there is told on a page. */
  routes: readonly ((app: FastifyInstance) => void)[];
}

/** The pages for people. They work without a script; every error on them is a page too. */
export const pages =
  ({ csrfKey, sites, keyRing, quotas, mailbox, routes }: PageOptions) =>
  async (app: FastifyInstance) => {
    const visit = visits(csrfKey);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxForm },
      (_request, body, done) => done(null, body),
    );
    // On redirects, as on pages: where a person came from is told to no application.
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("referrer-policy", "no-referrer");
      done();
    });
    showErrors(app, visit);
    for (const add of routes) add(app);
    publicPages(app, visit);
    signInPages(app, visit, csrfKey);
    signUpPages(app, visit, csrfKey);
    invitationPages(app, visit, csrfKey);
    passwordPages(app, visit, csrfKey);
    emailPages(app, visit, csrfKey);
    consentPages(app, visit, csrfKey);
    accountPages(app, visit, csrfKey);
    accountAccessPages(app, visit, csrfKey);
    accountNotificationPages(app, visit, csrfKey);
    accountNotificationSettingsPages(app, visit, csrfKey);
    unsubscribePages(app, visit);
    learnPages(app, { visit, csrfKey, quotas });
    referencePages(app, visit);
    if (mailbox) devMailPage(app, visit, mailbox);
    clientLogo(app);
    files(app);
    await app.register(adminArea({ visit, csrfKey, sites, keyRing }));
  };
