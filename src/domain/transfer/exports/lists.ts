import type { Scope } from "#access/scopes.ts";
import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import { listCertificates } from "#domain/learning/certificates/operations.ts";
import { listComments } from "#domain/feedback/comments/list-comments.ts";
import { listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { listConsultingServices } from "#domain/offers/consulting/list-consulting.ts";
import { listCoupons } from "#domain/offers/coupons/list-coupons.ts";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { listDigitalProducts } from "#domain/offers/digital-products/list-digital-products.ts";
import { listEnrollments } from "#domain/learning/enrollments/list-enrollments.ts";
import { listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import { listEvents } from "#domain/events/events/list-events.ts";
import { listAllFormSubmissions, listForms } from "#domain/content/forms/list-forms.ts";
import { listGroups } from "#domain/learning/groups/operations.ts";
import { listLecturers } from "#domain/catalog/lecturers/list-lecturers.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { listMembershipPlans } from "#domain/offers/membership-plans/list-membership-plans.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { listOrders } from "#domain/sales/orders/list-orders.ts";
import { listPayments, listRefunds } from "#domain/sales/orders/list-payments.ts";
import { listPages } from "#domain/content/pages/list-pages.ts";
import { listPosts } from "#domain/content/posts/list-posts.ts";
import { listLectureProgress } from "#domain/learning/progress/list-lecture-progress.ts";
import { listQuizAttempts } from "#domain/learning/quiz-attempts/operations.ts";
import { listReviews } from "#domain/feedback/reviews/operations.ts";
import { listStudents } from "#domain/learning/students/list-students.ts";
import { listSubmissions } from "#domain/learning/submissions/operations.ts";
import { listSubscriptions } from "#domain/memberships/subscriptions/list-subscriptions.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { ExportName } from "./export-names.ts";

interface ExportableList {
  list: Operation;
  /**
   * Optional scopes that add fields to the rows. The job runs with those that the caller holds when it is requested.
   */
  saysMoreWith?: readonly Scope[];
}

/** All exportable lists. An exported row equals the row of the list response. */
export const lists: Record<ExportName, ExportableList> = {
  students: { list: listStudents },
  members: { list: listMembers },
  groups: { list: listGroups },
  enrollments: { list: listEnrollments, saysMoreWith: ["orders:read", "subscriptions:read"] },
  lecture_progress: { list: listLectureProgress },
  quiz_attempts: { list: listQuizAttempts },
  submissions: { list: listSubmissions },
  certificates: { list: listCertificates },
  courses: { list: listCourses },
  reviews: { list: listReviews },
  lecturers: { list: listLecturers },
  orders: { list: listOrders, saysMoreWith: ["members:read"] },
  payments: { list: listPayments },
  refunds: { list: listRefunds },
  subscriptions: { list: listSubscriptions },
  membership_plans: { list: listMembershipPlans },
  coupons: { list: listCoupons },
  events: { list: listEvents },
  event_registrations: { list: listEventRegistrations, saysMoreWith: ["members:read", "students:read"] },
  digital_products: { list: listDigitalProducts },
  consulting_services: { list: listConsultingServices },
  consulting_bookings: { list: listConsultingBookings },
  comments: { list: listComments },
  forms: { list: listForms },
  form_submissions: { list: listAllFormSubmissions },
  posts: { list: listPosts },
  pages: { list: listPages },
  audit_log: { list: listAuditLog },
};

export const exportNames = typedKeys(lists);
