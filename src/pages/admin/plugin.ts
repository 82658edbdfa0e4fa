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

/** Bytes. A post of maximum length has 200,000 characters, and a Chinese one takes nine bytes in a form. */
const maxForm = 3 * 1024 * 1024;

/** Mounts /admin, for owners and managers of the site. Teachers open the submissions of their courses. */
export const adminArea = (input: Omit<AdminOptions, "openPageRequest">) =>
  withPages(
    input.csrfKey,
    async (app, openPageRequest) => {
      const options = { ...input, openPageRequest };
      acceptForms(app, maxForm);
      guardAdminArea(app, openPageRequest, input.csrfKey);
      finishPages(app);
      overviewPage(app);
      searchPage(app);
      registerAnalyticsPages(app);
      memberPages(app, options);
      messagePages(app, options);
      await app.register(formPages(options));
      await app.register(importPages(options));
      appearancePreviews(app, options);
      certificatePages(app, options);
      checkInPage(app, options);
      consultingCalendarPage(app);
      commentPages(app, options);
      coursePages(app, options);
      enrollmentPages(app, options);
      giveAccessPages(app, options);
      orderPages(app, options);
      paymentPages(app, options);
      assignmentPages(app, options);
      await quizPages(app, options);
      questionPages(app, options);
      reviewPages(app, options);
      submissionPages(app, options);
      mailPages(app, options);
      mediaPages(app, options);
      signInSettingsPages(app, options);
      provisioningPages(app, options);
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
      await lecturePages(app, options);
      await markdownComparison(app, options);
      await uploadRoutes(app, options);
      await derivedPages(app, options);
    },
    pageOfErrors,
  );
