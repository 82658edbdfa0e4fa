import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import { requestSenderVerification } from "#domain/messages/sender/request-sender-verification.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import { listAuditEntries } from "#domain/platform/audit/operations.ts";

/** Settings of the site, and the audit log with its filters. */
export const settingOperations = {
  changeSiteSettings,
  requestSenderVerification,
  listPublishedKeys,
  listAuditEntries,
};
