import type { Mailbox } from "#domain/messages/mail/mailbox.ts";
import { accountAccessPages } from "./account-access.ts";
import { accountDataPages } from "./account-data.ts";
import { accountNotificationSettingsPages } from "./account-notification-settings.ts";
import { accountNotificationPages } from "./account-notifications.ts";
import { accountProfilePages } from "./account-profile.ts";
import { accountSignInPages } from "./account-sign-in.ts";
import { accountPages } from "./account.ts";
import { forbidCaching, withPages } from "../responses/conventions.ts";
import { devMailPage } from "../responses/dev-mail.ts";
import { devStylesPage } from "../responses/dev-styles.ts";
import { confirmIdentityPages } from "./confirm-identity.ts";
import { setupPages } from "./security/setup.ts";
import { securityPages } from "./security/security.ts";
import { deleteAccountPages } from "./delete-account.ts";
import { emailPages } from "./email.ts";
import { invitationPages } from "./invitation.ts";
import { mergePages, ownMergePages } from "./merge.ts";
import { passwordPages } from "./password.ts";
import { inSchoolLook } from "../responses/school-look.ts";
import { preferencesForm } from "./preferences.ts";
import { purchasePages } from "./purchase.ts";
import { memberRoutes } from "../sign-in/member-routes.ts";
import { otherWays } from "../sign-in/other-ways.ts";
import { senderPages } from "../sign-in/sender.ts";
import { signUpPages } from "../sign-in/sign-up.ts";
import { unsubscribePages } from "./unsubscribe.ts";

interface AccountOptions {
  csrfKey: Buffer;
  /** Development only: stores the emails that would have been sent. */
  mailbox: Mailbox | undefined;
}

/** Sign-up, ways to sign in besides a password, account pages, and the pages that emails link to. */
export const accountSurface = ({ csrfKey, mailbox }: AccountOptions) =>
  withPages(csrfKey, (app, openPageRequest) => {
    forbidCaching(app);
    const openMemberPage = inSchoolLook(openPageRequest, { isPlain: true });
    const routes = memberRoutes(openMemberPage);
    otherWays(app, openMemberPage, csrfKey);
    signUpPages(app, openMemberPage);
    invitationPages(app, openMemberPage);
    passwordPages(app, openMemberPage);
    emailPages(app, openMemberPage);
    senderPages(app, openMemberPage);
    purchasePages(app, openMemberPage);
    mergePages(app, openMemberPage);
    ownMergePages(app, routes);
    accountPages(app, openMemberPage);
    accountProfilePages(app, routes);
    preferencesForm(app, openMemberPage);
    accountAccessPages(app, routes);
    setupPages(app, openMemberPage);
    securityPages(app, openMemberPage);
    confirmIdentityPages(app, openMemberPage);
    accountSignInPages(app, routes);
    deleteAccountPages(app, routes);
    accountDataPages(app, routes);
    accountNotificationPages(app, routes);
    accountNotificationSettingsPages(app, openMemberPage);
    unsubscribePages(app, openMemberPage);
    if (mailbox) {
      devMailPage(app, openPageRequest, mailbox);
      devStylesPage(app, openPageRequest);
    }
  });
