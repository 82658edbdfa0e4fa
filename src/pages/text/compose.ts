import type { Scope } from "#access/scopes.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import { recordOf } from "#lib/json/typed-object.ts";
import { type AdminResourceName, adminResourceNames } from "./admin-resources.ts";
import { auditActionsIn, auditNamesIn } from "./audit-phrases.ts";
import type * as en from "./en/files.ts";

/** The files of a language. Those of English define which files and entries a language has. */
export type TextFiles = typeof en;

/** Composes the catalog of a language. The name of a file is the path of its entries: `admin-quizzes`, `admin.quizzes`. */
export const composeCatalogue = (locale: Locale, files: TextFiles, scopes: Record<Scope, string>) => ({
  frame: files.frame,
  public: { ...files.public, forms: files.publicForms, free: files.publicFree, checkout: files.publicCheckout },
  reviews: files.reviews,
  discussion: files.discussion,
  signIn: files.signIn,
  security: files.security,
  providers: files.providers,
  signInCodes: files.signInCodes,
  signUp: files.signUp,
  learn: files.learn,
  myEvents: files.myEvents,
  vouchers: files.vouchers,
  completion: files.completion,
  work: files.work,
  notes: files.notes,
  offline: files.offline,
  docs: files.docs,
  consent: files.consent,
  authorizationProblem: files.authorizationProblem,
  account: { ...files.account, profile: files.accountProfile },
  notifications: files.notifications,
  privacy: files.privacy,
  error: files.error,
  reference: files.reference,
  authorization: files.authorization,
  signedOut: files.signedOut,
  admin: adminOf(locale, files),
  roles: files.roles,
  rights: files.rights,
  scopes,
});

/** The admin area. */
function adminOf(locale: Locale, files: TextFiles) {
  const resources = {
    certificates: files.adminCertificates,
    comments: files.adminComments,
    enrollment: files.adminEnrollment,
    orders: files.adminOrders,
    payments: files.adminPayments,
    questions: files.adminQuestions,
    reviews: files.adminReviews,
    submissions: files.adminSubmissions,
  } satisfies Record<AdminResourceName, object>;
  return {
    ...files.admin,
    sections: { ...files.admin.sections, ...recordOf(adminResourceNames, (name) => resources[name].section) },
    resources,
    agents: files.adminAgents,
    analytics: files.adminAnalytics satisfies { productTypes: Record<OrderedType, string> },
    apiKeys: files.adminApiKeys,
    appearance: files.adminAppearance,
    applications: files.adminApplications,
    assignments: files.adminAssignments,
    auditLog: { ...files.adminAuditLog, resourceTypes: auditNamesIn(locale), actions: auditActionsIn(locale) },
    calendar: files.adminCalendar,
    checkIn: files.adminCheckIn,
    console: files.adminConsole,
    course: files.adminCourse,
    derived: files.adminDerived,
    documents: files.adminDocuments,
    forms: files.adminForms,
    giveAccess: files.adminGiveAccess,
    imports: files.adminImports,
    integrations: files.adminIntegrations,
    islands: files.adminIslands,
    lectures: files.adminLectures,
    limits: files.adminLimits,
    media: files.adminMedia,
    members: { ...files.adminMembers, merge: files.adminMembersMerge },
    messages: files.adminMessages,
    outline: files.adminOutline,
    overview: files.adminOverview,
    placing: files.adminPlacing,
    prices: files.adminPrices,
    provisioning: files.adminProvisioning,
    quizzes: files.adminQuizzes,
    registered: files.adminRegistered,
    signIn: files.adminSignIn,
    signing: files.adminSigning,
    webhooks: files.adminWebhooks,
  };
}
