import type { SiteDirectory } from "#http/site-directory.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import { withPages } from "../conventions.ts";
import type { OpenPageRequest } from "../page-request.ts";
import { registerAnalyticsPages } from "./analytics/plugin.ts";
import { apiKeyPages } from "./api-keys/plugin.ts";
import { applicationPages } from "./applications/plugin.ts";
import { auditLogPage } from "./audit-log.ts";
import { betaFeaturesPages } from "./beta-features.ts";
import { certificatePages } from "./certificates/plugin.ts";
import { commentPages } from "./comments/plugin.ts";
import { connectAgentPage } from "./connect-agent.ts";
import { documentPages } from "./documents/plugin.ts";
import { enrollmentPages } from "./enrollment.ts";
import { formPages } from "./forms/plugin.ts";
import { integrationPages } from "./integrations.ts";
import { limitsPages } from "./limits.ts";
import { mailPages } from "./mail.ts";
import { mediaPages } from "./media.ts";
import { memberPages } from "./members/plugin.ts";
import { orderPages } from "./orders/plugin.ts";
import { overviewPage } from "./overview.ts";
import { paymentPages } from "./payments/plugin.ts";
import { registeredPages } from "./registered.ts";
import { redirectPages } from "./redirects.ts";
import { reviewPages } from "./reviews/plugin.ts";
import { signingPages } from "./signing.ts";
import { submissionPages } from "./submissions/plugin.ts";
import { guardAdminArea } from "./page-request.ts";
import { webhookPages } from "./webhooks/plugin.ts";

/** Options of the admin area. */
export interface AdminOptions {
  openPageRequest: OpenPageRequest;
  csrfKey: Buffer;
  /** Notified of changes, so that the next page shows them. */
  sites: SiteDirectory;
  keyRing: KeyRing;
}

/** Mounts /admin, for owners and managers of the site. Teachers open the submissions of their courses. */
export const adminArea = (input: Omit<AdminOptions, "openPageRequest">) =>
  withPages(input.csrfKey, async (app, openPageRequest) => {
    const options = { ...input, openPageRequest };
    guardAdminArea(app, openPageRequest, input.csrfKey);
    overviewPage(app);
    registerAnalyticsPages(app);
    memberPages(app, options);
    await app.register(formPages(options));
    certificatePages(app, options);
    commentPages(app, options);
    enrollmentPages(app, options);
    orderPages(app, options);
    paymentPages(app, options);
    redirectPages(app, options);
    reviewPages(app, options);
    submissionPages(app, options);
    mailPages(app, options);
    mediaPages(app, options);
    betaFeaturesPages(app, options);
    connectAgentPage(app);
    await app.register(applicationPages(options.csrfKey));
    integrationPages(app, options);
    documentPages(app, options);
    registeredPages(app, options);
    apiKeyPages(app, options);
    webhookPages(app, options);
    signingPages(app, options);
    limitsPages(app, options);
    auditLogPage(app);
  });
