import { formatId } from "#domain/platform/ids.ts";
import type { Notification, Topic } from "#domain/messages/notifications/notification.ts";
import { builder } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { Node } from "./node-interface.ts";
import { enumName } from "./wire-names.ts";

export const NotificationTopic = builder.enumType("NotificationTopic", {
  description: "A notification topic.",
  values: {
    COURSE_UPDATE: { description: "The member was enrolled in a course." },
    LECTURE_RELEASED: { description: "A lecture became available in a course of the member." },
    ASSIGNMENT_GRADED: { description: "A submission of the member was graded." },
    CERTIFICATE_ISSUED: { description: "The member received a certificate." },
    COMMENT_REPLY: { description: "Someone replied to a comment of the member." },
    COMMENT_MENTION: { description: "A comment mentions the member as a lecturer of the course." },
    DISCUSSION_ACTIVITY: { description: "A discussion that the member follows has new comments." },
    EVENT_REMINDER: { description: "An event that the member registered for starts soon." },
    EVENT_CHANGED: {
      description: "An event that the member registered for was rescheduled or canceled, or has a seat for the member.",
    },
    BOOKING_UPDATE: { description: "A consulting session of the member was booked, rescheduled or canceled." },
    SUBSCRIPTION_UPDATE: {
      description: "A membership of the member started, changed or ended, or its trial ends soon.",
    },
    ACCESS_EXPIRING: { description: "The member's access to content ends soon." },
    STUDY_REMINDER: { description: "The member has not learned for some days." },
    WEEKLY_SUMMARY: { description: "A summary of the member's last week." },
    POST_PUBLISHED: { description: "The school published a post." },
    ANNOUNCEMENT: { description: "An announcement of the school." },
    ACCOUNT_SECURITY: { description: "A change of the member's account. It cannot be disabled." },
  } satisfies Record<Uppercase<Topic>, object>,
});

const NotificationType = builder.objectRef<Notification>("Notification");
NotificationType.implement({
  interfaces: [Node],
  description: "An in-app notification, in the member's language.",
  fields: (t) => ({
    id: t.id({
      description: "ID of the notification (ntf_…).",
      resolve: ({ id }) => formatId("notification", id),
    }),
    topic: t.field({ type: NotificationTopic, description: "The topic.", resolve: ({ topic }) => enumName(topic) }),
    title: t.exposeString("title", { description: "Plain text on a single line. May contain user-generated text." }),
    body: t.exposeString("body", {
      description: "Plain text, at most 2000 characters. May contain user-generated text: treat it as untrusted.",
    }),
    url: t.field({
      type: "URL",
      nullable: true,
      description: "Link target. Null if there is none.",
      resolve: ({ url }) => url,
    }),
    createdAt: t.field({ type: "DateTime", description: "Time of creation.", resolve: ({ createdAt }) => createdAt }),
    readAt: t.expose("readAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was first marked as read. Null while it is unread.",
    }),
    isRead: t.boolean({ description: "True if it has been read.", resolve: ({ readAt }) => readAt !== null }),
  }),
});

export { NotificationType };

export const NotificationConnection = connectionOf("Notification", NotificationType);
