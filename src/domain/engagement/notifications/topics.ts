/** What a notification is about; a member can switch each off, but for those that are required. */
export const topics = [
  "course_update",
  "lecture_released",
  "assignment_graded",
  "certificate_issued",
  "comment_reply",
  "event_reminder",
  "event_changed",
  "booking_update",
  "subscription_update",
  "access_expiring",
  "post_published",
  "announcement",
  "account_security",
] as const;
export type Topic = (typeof topics)[number];

/** Ways in which a member can be told. */
export const channels = ["inbox", "email", "push"] as const;
export type Channel = (typeof channels)[number];

/** Told whatever a member has chosen: whoever got into an account could otherwise silence what gives them away. */
const requiredTopics: ReadonlySet<Topic> = new Set(["account_security"]);

export const isRequired = (topic: Topic): boolean => requiredTopics.has(topic);

/** What waits in the inbox until somebody looks: there may be much of it, and little of it is urgent. */
const notByMail: ReadonlySet<Topic> = new Set(["lecture_released", "post_published"]);

/** Whether a member who has not chosen is told of a topic on a channel. */
export const isOnByDefault = (topic: Topic, channel: Channel): boolean =>
  channel === "inbox" || (channel === "email" && !notByMail.has(topic));
