import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";
import { type Channel, channels, isOnByDefault, isRequired, type Topic, topics } from "./notification.ts";

/** A member's effective preference for one topic on one channel. */
export const NotificationSubscription = z
  .object({
    object: z.literal("notification_subscription"),
    id: z.string().meta({ description: "The topic and the channel", examples: ["event_reminder.email"] }),
    topic: z.enum(topics),
    channel: z.enum(channels),
    enabled: z.boolean(),
    required: z.boolean().meta({ description: "True if the topic cannot be disabled" }),
    updatedAt: Instant.nullable().meta({ description: "Null if the member has not chosen and the default applies" }),
  })
  .meta({ id: "NotificationSubscription" });
export type NotificationSubscription = z.output<typeof NotificationSubscription>;

/** A stored choice. */
export interface SubscriptionRow {
  topic: Topic;
  channel: Channel;
  enabled: boolean;
  updatedAt: Date;
}

/** Returns the topics that a school uses, in display order. */
export function offeredTopics({ notifications: chosen }: SchoolSettings): Topic[] {
  const silenced: Partial<Record<Topic, boolean>> = {
    course_update: !chosen.courseUpdates,
    lecture_released: !chosen.courseUpdates,
    comment_reply: !chosen.commentReplies,
    comment_mention: !chosen.commentReplies,
    discussion_activity: !chosen.commentReplies,
    event_reminder: !chosen.eventReminders,
    study_reminder: chosen.studyReminderDays === null,
    weekly_summary: !chosen.weeklySummary,
    access_expiring: chosen.expiryReminderDays.length === 0,
    post_published: !chosen.newPosts,
  };
  return topics.filter((topic) => !silenced[topic]);
}

/** Resolves a topic and channel: required topics first, then the member's choice, then the default. */
export function serializeSubscription(topic: Topic, channel: Channel, row?: SubscriptionRow): NotificationSubscription {
  const required = isRequired(topic);
  return {
    object: "notification_subscription",
    id: `${topic}.${channel}`,
    topic,
    channel,
    enabled: required || (row?.enabled ?? isOnByDefault(topic, channel)),
    required,
    updatedAt: row?.updatedAt ?? null,
  };
}
