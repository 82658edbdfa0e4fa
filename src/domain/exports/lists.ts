import type { Scope } from "#access/scopes.ts";
import { listAuditLog } from "#domain/audit/list-audit-log.ts";
import { listCertificates } from "#domain/certificates/operations.ts";
import { listComments } from "#domain/comments/list-comments.ts";
import { listConsultingBookings } from "#domain/consulting-bookings/operations.ts";
import { listConsultingServices } from "#domain/consulting/list-consulting.ts";
import { listCoupons } from "#domain/coupons/list-coupons.ts";
import { listCourses } from "#domain/courses/list-courses.ts";
import { listDigitalProducts } from "#domain/digital-products/list-digital-products.ts";
import { listEnrollments } from "#domain/enrollments/list-enrollments.ts";
import { listEventRegistrations } from "#domain/event-registrations/list-registrations.ts";
import { listEvents } from "#domain/events/list-events.ts";
import { listAllFormSubmissions, listForms } from "#domain/forms/list-forms.ts";
import { listGroups } from "#domain/groups/operations.ts";
import { listLecturers } from "#domain/lecturers/list-lecturers.ts";
import { listMembers } from "#domain/members/list-members.ts";
import { listMembershipPlans } from "#domain/membership-plans/list-membership-plans.ts";
import type { Operation } from "#domain/operation.ts";
import { listOrders } from "#domain/orders/list-orders.ts";
import { listPayments, listRefunds } from "#domain/orders/list-payments.ts";
import { listPages } from "#domain/pages/list-pages.ts";
import { listPosts } from "#domain/posts/list-posts.ts";
import { listLectureProgress } from "#domain/progress/list-lecture-progress.ts";
import { listQuizAttempts } from "#domain/quiz-attempts/operations.ts";
import { listReviews } from "#domain/reviews/operations.ts";
import { listStudents } from "#domain/students/list-students.ts";
import { listSubmissions } from "#domain/submissions/operations.ts";
import { listSubscriptions } from "#domain/subscriptions/list-subscriptions.ts";
import type { ExportName } from "./export-names.ts";

interface ExportableList {
  list: Operation;
  /** With these it says more: who exports holds them while it runs, where they hold them when it is asked for. */
  saysMoreWith?: readonly Scope[];
}

/** Every list that can be exported: what an export writes of a row is what its list answers. */
export const lists: Record<ExportName, ExportableList> = {
  students: { list: listStudents },
  members: { list: listMembers },
  groups: { list: listGroups },
  enrollments: { list: listEnrollments },
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
