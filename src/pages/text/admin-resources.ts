import type { Localized } from "#domain/platform/resource.ts";
import { recordOf, typedKeys } from "#lib/json/typed-object.ts";
import { enAdminCertificates } from "./en/admin-certificates.ts";
import { enAdminComments } from "./en/admin-comments.ts";
import { enAdminEnrollment } from "./en/admin-enrollment.ts";
import { enAdminOrders } from "./en/admin-orders.ts";
import { enAdminPayments } from "./en/admin-payments.ts";
import { enAdminQuestions } from "./en/admin-questions.ts";
import { enAdminReviews } from "./en/admin-reviews.ts";
import { enAdminSubmissions } from "./en/admin-submissions.ts";
import { zhTWAdminCertificates } from "./zh-tw/admin-certificates.ts";
import { zhTWAdminComments } from "./zh-tw/admin-comments.ts";
import { zhTWAdminEnrollment } from "./zh-tw/admin-enrollment.ts";
import { zhTWAdminOrders } from "./zh-tw/admin-orders.ts";
import { zhTWAdminPayments } from "./zh-tw/admin-payments.ts";
import { zhTWAdminQuestions } from "./zh-tw/admin-questions.ts";
import { zhTWAdminReviews } from "./zh-tw/admin-reviews.ts";
import { zhTWAdminSubmissions } from "./zh-tw/admin-submissions.ts";

type Locale = keyof Localized;

/** Texts of a resource in the admin area. */
interface ResourceText {
  /** The entry in the navigation. */
  section: { name: string; about: string };
}

/** Texts by section, which is also the last part of its path. */
const adminResources = {
  certificates: { en: enAdminCertificates, "zh-TW": zhTWAdminCertificates },
  comments: { en: enAdminComments, "zh-TW": zhTWAdminComments },
  enrollment: { en: enAdminEnrollment, "zh-TW": zhTWAdminEnrollment },
  orders: { en: enAdminOrders, "zh-TW": zhTWAdminOrders },
  payments: { en: enAdminPayments, "zh-TW": zhTWAdminPayments },
  questions: { en: enAdminQuestions, "zh-TW": zhTWAdminQuestions },
  reviews: { en: enAdminReviews, "zh-TW": zhTWAdminReviews },
  submissions: { en: enAdminSubmissions, "zh-TW": zhTWAdminSubmissions },
} as const satisfies Record<string, Record<Locale, ResourceText>>;

export type AdminResourceName = keyof typeof adminResources;

export const adminResourceNames = typedKeys(adminResources);

type Texts = typeof adminResources;

/** Texts of the pages, by section. */
export const resourceTextsIn = (locale: Locale): { [Name in keyof Texts]: Texts[Name][Locale] } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each section has its text in this language.
  Object.fromEntries(
    Object.entries<Record<Locale, ResourceText>>(adminResources).map(([name, text]) => [name, text[locale]]),
  ) as { [Name in keyof Texts]: Texts[Name][Locale] };

/** Texts of the navigation, by section. */
export const resourceSectionsIn = (locale: Locale): Record<AdminResourceName, ResourceText["section"]> =>
  recordOf(adminResourceNames, (name) => adminResources[name][locale].section);
