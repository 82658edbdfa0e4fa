import type { EventObject } from "#domain/platform/outbox/event-object.ts";

/** The resource types whose states are in events. The others are in `factSchemas` of the webhooks. */
const files: Readonly<Record<string, () => Promise<{ object: EventObject }>>> = {
  course: () => import("#domain/catalog/courses/event-object.ts"),
  course_plan: () => import("#domain/offers/course-plans/event-object.ts"),
  review: () => import("#domain/feedback/reviews/event-object.ts"),
  lecture: () => import("#domain/catalog/curriculum/lectures/event-object.ts"),
  student: () => import("#domain/learning/students/event-object.ts"),
  enrollment: () => import("#domain/learning/enrollments/event-object.ts"),
  quiz_attempt: () => import("#domain/learning/quiz-attempts/event-object.ts"),
  submission: () => import("#domain/learning/submissions/event-object.ts"),
  certificate: () => import("#domain/learning/certificates/event-object.ts"),
  group: () => import("#domain/learning/groups/event-object.ts"),
  member: () => import("#domain/people/members/event-object.ts"),
  invitation: () => import("#domain/people/invitations/event-object.ts"),
  order: () => import("#domain/sales/orders/event-object.ts"),
  subscription: () => import("#domain/memberships/subscriptions/event-object.ts"),
  membership_plan: () => import("#domain/offers/membership-plans/event-object.ts"),
  event: () => import("#domain/events/events/event-object.ts"),
  event_registration: () => import("#domain/events/event-registrations/event-object.ts"),
  coupon: () => import("#domain/offers/coupons/event-object.ts"),
  post: () => import("#domain/content/posts/event-object.ts"),
  digital_product: () => import("#domain/offers/digital-products/event-object.ts"),
  consulting_booking: () => import("#domain/sales/consulting-bookings/event-object.ts"),
  comment: () => import("#domain/feedback/comments/event-object.ts"),
  lecturer: () => import("#domain/catalog/lecturers/event-object.ts"),
  form_submission: () => import("#domain/content/forms/event-object.ts"),
  page: () => import("#domain/content/pages/event-object.ts"),
  job: () => import("#domain/platform/jobs/event-object.ts"),
  webhook_endpoint: () => import("#domain/webhooks/endpoints/event-object.ts"),
};

/** Returns undefined for types without a state. */
export const loadEventObject = async (type: string): Promise<EventObject | undefined> =>
  Object.hasOwn(files, type) ? (await files[type]?.())?.object : undefined;
