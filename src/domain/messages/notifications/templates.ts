/**
 * Built-in templates and their data. Times are formatted in a time zone that is part of the text
 * (`formatTime`), equal in every language.
 */
export interface TemplateData {
  application_allowed: { application: string };
  enrolled: { course: string };
  /** The latest opened lecture and the number of opened ones. */
  lecture_released: { course: string; lecture: string; count: string };
  assignment_graded: { assignment: string; course: string };
  certificate_issued: { course: string };
  /** `thread` is the name of the commented resource. */
  comment_reply: { author: string; thread: string };
  comment_mention: { author: string; thread: string };
  /** `count`: the number of new comments. */
  discussion_active: { lecture: string; count: string };
  /** `lecture` is the last one, and empty if it is gone. */
  continue_course: { course: string; lecture: string; percent: string };
  /** `next` is empty if nothing is left to continue with. */
  weekly_summary: { lectures: string; courses: string; next: string };
  event_reminder: { event: string; startsAt: string };
  registered: { event: string; startsAt: string };
  waitlisted: { event: string; startsAt: string };
  registration_canceled: { event: string; startsAt: string };
  waitlist_left: { event: string; startsAt: string };
  registration_promoted: { event: string; startsAt: string };
  seat_offered: { event: string; startsAt: string; until: string };
  event_moved: { event: string; startsAt: string };
  /** `place` is empty for an event that takes place online. */
  event_details_changed: { event: string; startsAt: string; endsAt: string; place: string };
  /** `reason` is empty if none was given. */
  event_canceled: { event: string; reason: string };
  booking_made: { service: string; startsAt: string };
  booking_moved: { service: string; startsAt: string };
  /** The chosen time was taken before the payment arrived. */
  session_to_choose: { service: string; startsAt: string };
  booking_canceled: { service: string; startsAt: string };
  subscription_started: { plan: string };
  /** `endsAt` is empty without an end. */
  subscription_extended: { plan: string; endsAt: string };
  subscription_canceled: { plan: string; endsAt: string };
  subscription_ended: { plan: string };
  /** `resumesAt` is empty if unknown. */
  subscription_paused: { plan: string; resumesAt: string };
  /** After a pause or a withdrawn cancellation. */
  subscription_resumed: { plan: string };
  subscription_switching: { plan: string; startsAt: string };
  subscription_switched: { plan: string };
  subscription_switch_failed: { plan: string };
  trial_ending: { plan: string; endsAt: string };
  /** `access`: what happens to it. `none`: the order gave none. `endsAt` is empty unless it ends later. */
  refunded: { total: string; items: string; access: "none" | "kept" | "ended" | "until"; endsAt: string };
  access_expiring: { name: string; expiresAt: string };
  /** `excerpt` is empty if the post has none. */
  post_published: { post: string; excerpt: string };
}
export type Template = keyof TemplateData;
