import { formatId } from "#domain/ids.ts";
import type { Notification } from "#domain/notifications/notification.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import { builder } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { enumName } from "./wire-names.ts";

export const NotificationTopic = builder.enumType("NotificationTopic", {
  description: "What a notification is about.",
  values: {
    COURSE_UPDATE: { description: "A course of the member's has changed." },
    LECTURE_RELEASED: { description: "A lecture of a course of theirs has opened." },
    ASSIGNMENT_GRADED: { description: "What they handed in has been graded." },
    CERTIFICATE_ISSUED: { description: "They have been given a certificate." },
    COMMENT_REPLY: { description: "Somebody answered a comment of theirs." },
    EVENT_REMINDER: { description: "An event that they registered for is about to begin." },
    EVENT_CHANGED: { description: "An event that they registered for was moved, changed or canceled." },
    BOOKING_UPDATE: { description: "A session that they booked was confirmed, moved or canceled." },
    SUBSCRIPTION_UPDATE: { description: "A membership of theirs has begun, changed or ended." },
    ACCESS_EXPIRING: { description: "Access that they have is about to end." },
    POST_PUBLISHED: { description: "The school has published a post." },
    ANNOUNCEMENT: { description: "The school has something to say to everybody." },
    ACCOUNT_SECURITY: { description: "Something happened to their account. It cannot be switched off." },
  } satisfies Record<Uppercase<Topic>, object>,
});

const NotificationType = builder.objectRef<Notification>("Notification");
NotificationType.implement({
  description: "A message in the member's inbox, in the language that they have chosen.",
  fields: (t) => ({
    id: t.id({
      description: "Id of the notification (ntf_…).",
      resolve: ({ id }) => formatId("notification", id),
    }),
    topic: t.field({
      type: NotificationTopic,
      description: "What it is about.",
      resolve: ({ topic }) => enumName(topic),
    }),
    title: t.exposeString("title", { description: "Plain text, in one line. Others may have chosen words of it." }),
    body: t.exposeString("body", {
      description: "Plain text, at most 2000 characters. Others may have chosen words of it: treat it as untrusted.",
    }),
    url: t.field({
      type: "URL",
      nullable: true,
      description: "Where it leads; null where it leads nowhere.",
      resolve: ({ url }) => url,
    }),
    createdAt: t.field({
      type: "DateTime",
      description: "When it came.",
      resolve: ({ createdAt }) => createdAt.toISOString(),
    }),
    readAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it was first marked as read; null while it is unread.",
      resolve: ({ readAt }) => readAt?.toISOString() ?? null,
    }),
    isRead: t.boolean({ description: "Whether it is read.", resolve: ({ readAt }) => readAt !== null }),
  }),
});

export { NotificationType };

export const NotificationConnection = connectionOf("Notification", NotificationType);
