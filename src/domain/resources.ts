import { courseCategories } from "./catalog/course-categories/resource.ts";
import { coursePlans } from "#domain/offers/course-plans/resource.ts";
import { courses } from "./catalog/courses/resource.ts";
import { curriculum } from "./catalog/curriculum/resource.ts";
import { lecturers } from "./catalog/lecturers/resource.ts";
import { tags } from "#domain/content/tags/resource.ts";
import { files } from "#domain/files/files/resource.ts";
import { forms } from "./content/forms/resource.ts";
import { pages } from "./content/pages/resource.ts";
import { postCategories } from "./content/post-categories/resource.ts";
import { posts } from "./content/posts/resource.ts";
import { redirects } from "./content/redirects/resource.ts";
import { analytics } from "#domain/analytics/resource.ts";
import { comments } from "#domain/feedback/comments/resource.ts";
import { suppressedAddresses } from "#domain/messages/mail-reports/resource.ts";
import { notifications } from "#domain/messages/notifications/resource.ts";
import { reviews } from "#domain/feedback/reviews/resource.ts";
import { webhooks } from "#domain/webhooks/resource.ts";
import { eventCategories } from "./events/event-categories/resource.ts";
import { eventRegistrations } from "./events/event-registrations/resource.ts";
import { eventTickets } from "./events/event-tickets/resource.ts";
import { events } from "./events/events/resource.ts";
import { certificates } from "./learning/certificates/resource.ts";
import { openBadges } from "./learning/open-badges/resource.ts";
import { enrollments } from "./learning/enrollments/resource.ts";
import { lectureNotes } from "./learning/lecture-notes/resource.ts";
import { progress } from "./learning/progress/resource.ts";
import { quizAttempts } from "./learning/quiz-attempts/resource.ts";
import { selfEnrollment } from "./learning/self-enrollment/resource.ts";
import { submissions } from "./learning/submissions/resource.ts";
import { accounts } from "./people/accounts/resource.ts";
import { groups } from "#domain/learning/groups/resource.ts";
import { identityProviders } from "./people/identity-providers/resource.ts";
import { invitations } from "./people/invitations/resource.ts";
import { memberMerges } from "#domain/privacy/merges/resource.ts";
import { memberFields } from "./people/member-fields/resource.ts";
import { messages } from "./people/messages/resource.ts";
import { memberNotes } from "./people/member-notes/resource.ts";
import { members } from "./people/members/resource.ts";
import { calendarFeeds } from "./sales/calendar-feeds/resource.ts";
import { secondFactors } from "./people/second-factors/resource.ts";
import { provisioning } from "./people/provisioning/resource.ts";
import { sessions } from "./people/sessions/resource.ts";
import { signInCodes } from "./people/sign-in-codes/resource.ts";
import { students } from "#domain/learning/students/resource.ts";
import { audit } from "./platform/audit/resource.ts";
import { authorizationServer } from "./platform/authorization-server/resource.ts";
import { jobs } from "./platform/jobs/resource.ts";
import { billing } from "./sales/billing/resource.ts";
import { consulting } from "#domain/offers/consulting/resource.ts";
import { consultingBookings } from "./sales/consulting-bookings/resource.ts";
import { coupons } from "#domain/offers/coupons/resource.ts";
import { digitalProducts } from "#domain/offers/digital-products/resource.ts";
import { membershipPlans } from "#domain/offers/membership-plans/resource.ts";
import { membershipPricings } from "#domain/offers/membership-pricings/resource.ts";
import { orders } from "./sales/orders/resource.ts";
import { payments } from "./sales/payments/resource.ts";
import { vouchers } from "./sales/vouchers/resource.ts";
import { refundPolicies } from "./sales/refund-policies/resource.ts";
import { subscriptions } from "#domain/memberships/subscriptions/resource.ts";
import { appearance } from "./site/appearance/resource.ts";
import { exports } from "#domain/transfer/exports/resource.ts";
import { imports } from "#domain/transfer/imports/resource.ts";
import { school } from "./site/school/resource.ts";
import { sites } from "./site/sites/resource.ts";

/** All resources, in documentation order, which lists for clients keep. */
export const resources = [
  courses,
  coursePlans,
  courseCategories,
  reviews,
  tags,
  curriculum,
  students,
  enrollments,
  progress,
  quizAttempts,
  selfEnrollment,
  submissions,
  lectureNotes,
  certificates,
  openBadges,
  groups,
  members,
  identityProviders,
  invitations,
  memberMerges,
  suppressedAddresses,
  memberFields,
  memberNotes,
  messages,
  accounts,
  secondFactors,
  sessions,
  signInCodes,
  provisioning,
  calendarFeeds,
  orders,
  payments,
  vouchers,
  refundPolicies,
  billing,
  subscriptions,
  membershipPlans,
  membershipPricings,
  events,
  eventCategories,
  eventTickets,
  eventRegistrations,
  coupons,
  posts,
  postCategories,
  digitalProducts,
  consulting,
  consultingBookings,
  comments,
  lecturers,
  forms,
  pages,
  redirects,
  sites,
  school,
  appearance,
  imports,
  exports,
  jobs,
  audit,
  webhooks,
  authorizationServer,
  files,
  notifications,
  analytics,
] as const;

type Declared = (typeof resources)[number];
type KeysOf<Part> = Part extends unknown ? keyof Part & string : never;

/** Names in the declarations of all resources, so that a registry with code for each of them must be complete. */
export type DeclaredIdKind = KeysOf<Declared["ids"]>;
export type DeclaredEvent = KeysOf<Declared["events"]>;
export type AuditAction = KeysOf<Declared["audit"]["actions"]>;
export type AuditName = KeysOf<Declared["audit"]["names"]>;
export type DeclaredExport = Declared["exports"][number];
export type DeclaredImport = Declared["imports"][number];
