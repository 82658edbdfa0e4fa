import type { Scope } from "#access/scopes.ts";

interface EventType {
  /** Scope that a subscriber needs at each delivery; null: only events caused by their own application. */
  needs: Scope | null;
  /** When the event occurs. */
  about: string;
  /** Wire type of `data.object`. */
  object: string;
}

/** All event types for subscribers. */
export const eventTypes = {
  "course.created": { needs: "courses:read", about: "A course is created", object: "course" },
  "course.updated": { needs: "courses:read", about: "A field changes (previous_attributes given)", object: "course" },
  "course.published": { needs: "courses:read", about: "Draft → published", object: "course" },
  "course.unpublished": { needs: "courses:read", about: "Published → draft", object: "course" },
  "course.archived": { needs: "courses:read", about: "Archived", object: "course" },
  "course.deleted": { needs: "courses:read", about: "Soft-deleted", object: "course" },
  "course_plan.created": { needs: "courses:read", about: "A price plan is added", object: "course_plan" },
  "course_plan.updated": { needs: "courses:read", about: "Changed or archived", object: "course_plan" },
  "review.created": { needs: "courses:read", about: "A student reviews a course", object: "review" },
  "review.updated": {
    needs: "courses:read",
    about: "Status or reply changes, or the student edits the review",
    object: "review",
  },
  "review.deleted": { needs: "courses:read", about: "The student withdraws it", object: "review" },
  "curriculum.updated": {
    needs: "curriculum:read",
    about: "Tree changed; one event per transaction with added/removed/moved ids",
    object: "curriculum_change",
  },
  "lecture.published": { needs: "curriculum:read", about: "A lecture becomes available", object: "lecture" },
  "student.created": {
    needs: "students:read",
    about: "A person gets the student role for the first time",
    object: "student",
  },
  "student.updated": { needs: "students:read", about: "Profile changed", object: "student" },
  "enrollment.created": {
    needs: "students:read",
    about: "One event per course, also for bundles and plans",
    object: "enrollment",
  },
  "enrollment.updated": { needs: "students:read", about: "Expiry, plan or metadata changed", object: "enrollment" },
  "enrollment.extended": { needs: "students:read", about: "Access extended", object: "enrollment" },
  "enrollment.started": { needs: "students:read", about: "First lecture opened", object: "enrollment" },
  "enrollment.completed": { needs: "students:read", about: "100 % of required lectures", object: "enrollment" },
  "enrollment.expiring": { needs: "students:read", about: "7 days and 1 day before expiry", object: "enrollment" },
  "enrollment.expired": { needs: "students:read", about: "Access ended by time", object: "enrollment" },
  "enrollment.revoked": { needs: "students:read", about: "Access withdrawn", object: "enrollment" },
  "enrollment.reactivated": { needs: "students:read", about: "Access restored", object: "enrollment" },
  "lecture_progress.completed": { needs: "students:read", about: "A lecture is completed", object: "lecture_progress" },
  "quiz_attempt.submitted": { needs: "students:read", about: "An attempt is graded", object: "quiz_attempt" },
  "quiz_attempt.passed": {
    needs: "students:read",
    about: "Score reaches the pass mark for the first time",
    object: "quiz_attempt",
  },
  "submission.created": { needs: "students:read", about: "An assignment is handed in", object: "submission" },
  "submission.graded": { needs: "students:read", about: "Graded or returned", object: "submission" },
  "certificate.issued": { needs: "students:read", about: "A certificate is issued", object: "certificate" },
  "certificate.revoked": { needs: "students:read", about: "Revoked", object: "certificate" },
  "group.updated": { needs: "students:read", about: "Members of a group changed", object: "group" },
  "member.created": { needs: "members:read", about: "A person gets any role here", object: "member" },
  "member.invited": { needs: "members:read", about: "Invitation sent", object: "invitation" },
  "member.updated": { needs: "members:read", about: "Profile, tags, consent", object: "member" },
  "member.roles_changed": { needs: "members:read", about: "Roles replaced", object: "member" },
  "member.suspended": { needs: "members:read", about: "Suspended", object: "member" },
  "member.removed": { needs: "members:read", about: "Roles ended", object: "member" },
  "member.merged": { needs: "members:read", about: "Two records merged (both ids)", object: "member" },
  "member.erased": { needs: "members:read", about: "GDPR erasure done (id only)", object: "member_ref" },
  "order.created": { needs: "orders:read", about: "Checkout started or external order recorded", object: "order" },
  "order.paid": { needs: "orders:read", about: "Fully paid", object: "order" },
  "order.payment_failed": { needs: "orders:read", about: "A payment attempt failed", object: "order" },
  "order.expired": { needs: "orders:read", about: "Unpaid past its time limit", object: "order" },
  "order.canceled": { needs: "orders:read", about: "Cancelled", object: "order" },
  "order.refunded": { needs: "orders:read", about: "Partly or fully refunded", object: "order" },
  "order.disputed": { needs: "orders:read", about: "Chargeback opened or closed", object: "order" },
  "checkout.abandoned": { needs: "orders:read", about: "Contact known and no payment for 60 min", object: "checkout" },
  "subscription.created": { needs: "subscriptions:read", about: "Created", object: "subscription" },
  "subscription.activated": {
    needs: "subscriptions:read",
    about: "Incomplete/trialing → active",
    object: "subscription",
  },
  "subscription.trial_ending": { needs: "subscriptions:read", about: "3 days before", object: "subscription" },
  "subscription.renewed": { needs: "subscriptions:read", about: "A new period began", object: "subscription" },
  "subscription.past_due": { needs: "subscriptions:read", about: "Renewal failed", object: "subscription" },
  "subscription.updated": { needs: "subscriptions:read", about: "Plan, price or end changed", object: "subscription" },
  "subscription.paused": { needs: "subscriptions:read", about: "Paused", object: "subscription" },
  "subscription.resumed": { needs: "subscriptions:read", about: "Resumed", object: "subscription" },
  "subscription.cancel_scheduled": {
    needs: "subscriptions:read",
    about: "Cancel at period end set",
    object: "subscription",
  },
  "subscription.canceled": { needs: "subscriptions:read", about: "Ended by cancellation", object: "subscription" },
  "subscription.expired": { needs: "subscriptions:read", about: "Fixed term ended", object: "subscription" },
  "membership_plan.created": { needs: "membership_plans:read", about: "Created", object: "membership_plan" },
  "membership_plan.updated": {
    needs: "membership_plans:read",
    about: "Changed, incl. benefits",
    object: "membership_plan",
  },
  "membership_plan.archived": { needs: "membership_plans:read", about: "Archived", object: "membership_plan" },
  "event.created": { needs: "events:read", about: "Created", object: "event" },
  "event.updated": { needs: "events:read", about: "Changed", object: "event" },
  "event.published": { needs: "events:read", about: "Published", object: "event" },
  "event.canceled": { needs: "events:read", about: "Cancelled", object: "event" },
  "event.starting_soon": { needs: "events:read", about: "24 h and 1 h before", object: "event" },
  "event_registration.created": {
    needs: "events:read",
    about: "Registered or put on the waitlist",
    object: "event_registration",
  },
  "event_registration.promoted": { needs: "events:read", about: "Left the waitlist", object: "event_registration" },
  "event_registration.checked_in": { needs: "events:read", about: "Checked in", object: "event_registration" },
  "event_registration.canceled": { needs: "events:read", about: "Cancelled", object: "event_registration" },
  "coupon.created": { needs: "coupons:read", about: "Created", object: "coupon" },
  "coupon.updated": { needs: "coupons:read", about: "Changed or disabled", object: "coupon" },
  "coupon.redeemed": { needs: "coupons:read", about: "Used in a paid order", object: "coupon_redemption" },
  "coupon.exhausted": { needs: "coupons:read", about: "Last redemption used", object: "coupon" },
  "post.published": { needs: "posts:read", about: "Published (also when scheduled time comes)", object: "post" },
  "post.updated": { needs: "posts:read", about: "Changed", object: "post" },
  "post.unpublished": { needs: "posts:read", about: "Taken down", object: "post" },
  "digital_product.published": { needs: "digital_products:read", about: "Published", object: "digital_product" },
  "digital_product.updated": { needs: "digital_products:read", about: "Changed", object: "digital_product" },
  "digital_product.granted": {
    needs: "digital_products:read",
    about: "A person got access",
    object: "digital_product_grant",
  },
  "digital_product.downloaded": { needs: "digital_products:read", about: "A file was downloaded", object: "download" },
  "consulting_booking.created": { needs: "digital_products:read", about: "Booked", object: "consulting_booking" },
  "consulting_booking.rescheduled": { needs: "digital_products:read", about: "Moved", object: "consulting_booking" },
  "consulting_booking.canceled": { needs: "digital_products:read", about: "Cancelled", object: "consulting_booking" },
  "consulting_booking.completed": { needs: "digital_products:read", about: "Held", object: "consulting_booking" },
  "comment.created": { needs: "comments:read", about: "Posted", object: "comment" },
  "comment.updated": { needs: "comments:read", about: "Edited or hidden", object: "comment" },
  "comment.deleted": { needs: "comments:read", about: "Deleted", object: "comment_ref" },
  "lecturer.created": { needs: "lecturers:read", about: "Created", object: "lecturer" },
  "lecturer.updated": { needs: "lecturers:read", about: "Changed", object: "lecturer" },
  "form_submission.created": { needs: "forms:read", about: "A form was submitted", object: "form_submission" },
  "page.published": { needs: "pages:read", about: "Published or deployment promoted", object: "page" },
  "page.unpublished": { needs: "pages:read", about: "Taken down", object: "page" },
  "school.updated": { needs: "school:read", about: "Settings changed (changed keys)", object: "school" },
  "appearance.updated": { needs: "appearance:read", about: "Changed", object: "appearance" },
  "job.completed": { needs: null, about: "Import, export or bulk job ended, with counts", object: "job" },
  "webhook_endpoint.disabled": {
    needs: "school:read",
    about: "Disabled after failures",
    object: "webhook_endpoint",
  },
  "oauth_client.authorized": { needs: "school:read", about: "A member authorized a client", object: "grant" },
  "oauth_client.revoked": { needs: "school:read", about: "A grant ended", object: "grant" },
  ping: { needs: "school:read", about: "Test button", object: "ping" },
} as const satisfies Record<`${string}.${string}` | "ping", EventType>;

export type EventTypeName = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventTypeName[];

/** Reserved names without a source: this version has no payments and does not merge members. */
const reserved: ReadonlySet<EventTypeName> = new Set([
  "member.merged",
  "order.payment_failed",
  "order.expired",
  "order.disputed",
  "checkout.abandoned",
  "subscription.past_due",
  "coupon.redeemed",
  "coupon.exhausted",
  "comment.deleted",
]);

/** Returns whether this version emits the event type. */
export const isEmitted = (name: EventTypeName): boolean => !reserved.has(name);

export const isEventType = (name: string): name is EventTypeName => Object.hasOwn(eventTypes, name);

/** Returns null if no scope is needed or the event type is unknown. */
export const scopeOfEvent = (name: string): Scope | null => (isEventType(name) ? eventTypes[name].needs : null);
