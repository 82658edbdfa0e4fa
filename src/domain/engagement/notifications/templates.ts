/**
 * What Lectern words itself, and what it needs to know for that. Moments are written by the clock of a place, whose
 * name they end with (`moment-in-words.ts`): the same in every language.
 */
export interface TemplateData {
  application_allowed: { application: string };
  enrolled: { course: string };
  /** The last lecture that opened, and how many did. */
  lecture_released: { course: string; lecture: string; count: string };
  assignment_graded: { assignment: string; course: string };
  certificate_issued: { course: string };
  /** `thread` is what was commented on. */
  comment_reply: { author: string; thread: string };
  event_reminder: { event: string; startsAt: string };
  event_moved: { event: string; startsAt: string };
  /** `reason` is empty where none was given. */
  event_canceled: { event: string; reason: string };
  booking_made: { service: string; startsAt: string };
  booking_moved: { service: string; startsAt: string };
  booking_canceled: { service: string; startsAt: string };
  subscription_started: { plan: string };
  /** `endsAt` is empty where it does not end. */
  subscription_extended: { plan: string; endsAt: string };
  subscription_canceled: { plan: string; endsAt: string };
  subscription_ended: { plan: string };
  /** `resumesAt` is empty where that is not known. */
  subscription_paused: { plan: string; resumesAt: string };
  /** After a pause, or where it was going to be canceled. */
  subscription_resumed: { plan: string };
  trial_ending: { plan: string; endsAt: string };
  access_expiring: { name: string; expiresAt: string };
  /** `excerpt` is empty where the post has none. */
  post_published: { post: string; excerpt: string };
}
export type Template = keyof TemplateData;
