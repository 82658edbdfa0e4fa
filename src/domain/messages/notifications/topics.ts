/** Notification topics. Members can disable all that are not required. */
export const topics = [
  "course_update",
  "lecture_released",
  "assignment_graded",
  "certificate_issued",
  "comment_reply",
  "comment_mention",
  "discussion_activity",
  "event_reminder",
  "event_changed",
  "booking_update",
  "subscription_update",
  "access_expiring",
  "study_reminder",
  "weekly_summary",
  "post_published",
  "announcement",
  "account_security",
] as const;
export type Topic = (typeof topics)[number];

/** Notification channels. */
export const channels = ["inbox", "email", "push"] as const;
export type Channel = (typeof channels)[number];

/** Always sent: an attacker inside of an account could otherwise silence the warnings. */
const requiredTopics: ReadonlySet<Topic> = new Set(["account_security"]);

export const isRequired = (topic: Topic): boolean => requiredTopics.has(topic);

/** Inbox only by default: frequent and rarely urgent. */
const inInboxOnly: ReadonlySet<Topic> = new Set(["lecture_released", "post_published"]);

/** Returns the default of a topic and channel. */
export const isOnByDefault = (topic: Topic, channel: Channel): boolean =>
  channel === "inbox" || !inInboxOnly.has(topic);
