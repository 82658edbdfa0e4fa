import { acceptForms, withPages } from "../responses/conventions.ts";
import { registerAnalyticsPages } from "./analytics/plugin.ts";
import { apiKeyPages } from "./api-keys/plugin.ts";
import { appearancePreviews } from "./appearance/preview.ts";
import { applicationPages } from "./applications/plugin.ts";
import { assignmentPages } from "./assignments/editor.ts";
import { auditLogPage } from "./audit/audit-log.ts";
import { betaFeaturesPages } from "./settings/beta-features.ts";
import { certificatePages } from "./certificates/plugin.ts";
import { commentPages } from "./comments/plugin.ts";
import { consultingCalendarPage } from "./consulting/calendar.ts";
import { coursePages } from "./courses/plugin.ts";
import { connectAgentPage } from "./applications/connect-agent.ts";
import { markdownComparison } from "./scripts/compare-markdown.ts";
import { derivedPages } from "./derived/plugin.ts";
import { checkInPage } from "./events/check-in.ts";
import { documentPages } from "./documents/plugin.ts";
import { giveAccessPages } from "./enrollments/give-access.ts";
import { enrollmentPages } from "./members/enrollment.ts";
import { formPages } from "./forms/plugin.ts";
import { integrationPages } from "./webhooks/integrations.ts";
import { lecturePages } from "./lectures/plugin.ts";
import { importPages } from "./imports/plugin.ts";
import { limitsPages } from "./settings/limits.ts";
import { mailPages } from "./settings/mail.ts";
import { mediaPages } from "./settings/media.ts";
import { provisioningPages } from "./provisioning/plugin.ts";
import { signInSettingsPages } from "./sign-in/plugin.ts";
import { messagePages } from "./messages/compose.ts";
import { memberPages } from "./members/plugin.ts";
import { orderPages } from "./orders/plugin.ts";
import { overviewPage } from "./overview.ts";
import { searchPage } from "./palette/search.ts";
import { quizPages } from "./quizzes/plugin.ts";
import { questionPages } from "./questions/plugin.ts";
import { paymentPages } from "./payments/plugin.ts";
import { registeredPages } from "./applications/registered.ts";
import { reviewPages } from "./reviews/plugin.ts";
import { signingPages } from "./settings/signing.ts";
import { submissionPages } from "./submissions/plugin.ts";
import { finishPages } from "./parts/finish-page.ts";
import { guardAdminArea, pageOfErrors } from "./parts/page-request.ts";
import { uploadRoutes } from "./scripts/uploads.ts";
import { webhookPages } from "./webhooks/plugin.ts";
import type { AdminOptions } from "./parts/options.ts";

/** A post of maximum length has 200,000 characters, and a Chinese one takes nine bytes in a form. */
const maxFormBytes = 3 * 1024 * 1024;

/** Mounts /admin, for owners and managers of the site. Teachers open the submissions of their courses. */
export const adminArea = ({ csrfKey, ...options }: AdminOptions & { csrfKey: Buffer }) =>
  withPages(
    csrfKey,
    async (app, openPageRequest) => {
      acceptForms(app, maxFormBytes);
      guardAdminArea(app, openPageRequest);
      finishPages(app);
      overviewPage(app);
      searchPage(app);
      registerAnalyticsPages(app);
      memberPages(app);
      messagePages(app);
      await app.register(formPages);
      importPages(app);
      appearancePreviews(app, options);
      certificatePages(app);
      checkInPage(app);
      consultingCalendarPage(app);
      commentPages(app);
      coursePages(app);
      enrollmentPages(app, options);
      giveAccessPages(app);
      orderPages(app);
      paymentPages(app);
      assignmentPages(app);
      quizPages(app);
      questionPages(app);
      reviewPages(app);
      submissionPages(app);
      mailPages(app, options);
      mediaPages(app, options);
      signInSettingsPages(app, options);
      provisioningPages(app);
      betaFeaturesPages(app, options);
      connectAgentPage(app);
      await app.register(applicationPages);
      integrationPages(app);
      documentPages(app, options);
      registeredPages(app);
      apiKeyPages(app);
      webhookPages(app);
      signingPages(app, options);
      limitsPages(app, options);
      auditLogPage(app);
      lecturePages(app);
      markdownComparison(app);
      await uploadRoutes(app);
      derivedPages(app, options);
    },
    pageOfErrors,
  );
