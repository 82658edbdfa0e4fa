import type { Notification } from "#domain/notifications/notification.ts";
import { markAllNotificationsRead, markNotificationRead } from "#domain/notifications/operations.ts";
import type { NotificationSubscription } from "#domain/notifications/subscription.ts";
import { updateNotificationSubscription } from "#domain/notifications/subscription-operations.ts";
import { perform } from "#domain/operation.ts";
import { builder } from "./builder.ts";
import { NotificationTopic, NotificationType } from "./notification.ts";
import { NotificationChannel, NotificationSubscriptionType } from "./notification-subscription.ts";
import { domainName } from "./wire-names.ts";

const unreadAfterwards = "How many notifications are unread afterwards.";

const MarkNotificationReadPayload = builder
  .objectRef<{ notification: Notification; unread: number }>("MarkNotificationReadPayload")
  .implement({
    description: "What marking one notification as read led to.",
    fields: (t) => ({
      notification: t.expose("notification", { type: NotificationType, description: "As it is now." }),
      unreadNotificationCount: t.exposeInt("unread", { description: unreadAfterwards }),
    }),
  });

const MarkAllNotificationsReadPayload = builder
  .objectRef<{ marked: number; unread: number }>("MarkAllNotificationsReadPayload")
  .implement({
    description: "What marking all notifications as read led to.",
    fields: (t) => ({
      markedCount: t.exposeInt("marked", { description: "How many were unread until now." }),
      unreadNotificationCount: t.exposeInt("unread", { description: unreadAfterwards }),
    }),
  });

const UpdateNotificationSubscriptionPayload = builder
  .objectRef<NotificationSubscription>("UpdateNotificationSubscriptionPayload")
  .implement({
    description: "What choosing led to.",
    fields: (t) => ({
      notificationSubscription: t.field({
        type: NotificationSubscriptionType,
        description: "As it is now.",
        resolve: (subscription) => subscription,
      }),
    }),
  });

const UpdateNotificationSubscriptionInput = builder.inputType("UpdateNotificationSubscriptionInput", {
  description: "What a member chooses for one topic on one channel, whether or not they have chosen before.",
  fields: (t) => ({
    topic: t.field({ type: NotificationTopic, required: true, description: "What it is about." }),
    channel: t.field({ type: NotificationChannel, required: true, description: "The way to be told." }),
    enabled: t.boolean({ required: true, description: "Whether to be told." }),
  }),
});

builder.mutationField("markNotificationRead", (t) =>
  t.field({
    type: MarkNotificationReadPayload,
    description:
      "Marks one notification as read. One that is read already keeps the moment at which it was first. " +
      "Scope account:write.",
    args: { id: t.arg.id({ required: true, description: "Id of a notification of the member's (ntf_…)." }) },
    resolve: (_root, { id }, context) => perform(markNotificationRead, context, { id }),
  }),
);

builder.mutationField("markAllNotificationsRead", (t) =>
  t.field({
    type: MarkAllNotificationsReadPayload,
    description: "Marks as read all that came at a moment or before it. Scope account:write.",
    args: {
      before: t.arg({
        type: "DateTime",
        description: "The moment, e.g. when the inbox was last shown. Left out: when this request began.",
      }),
    },
    resolve: (_root, { before }, context) =>
      perform(markAllNotificationsRead, context, before ? { before: before.toISOString() } : {}),
  }),
);

builder.mutationField("updateNotificationSubscription", (t) =>
  t.field({
    type: UpdateNotificationSubscriptionPayload,
    description:
      "Switches one topic on one channel on or off. What is required cannot be switched off (BAD_USER_INPUT). " +
      "Doing it again changes nothing. Scope account:write.",
    args: {
      input: t.arg({ type: UpdateNotificationSubscriptionInput, required: true, description: "What to choose." }),
    },
    resolve: (_root, { input: { topic, channel, enabled } }, context) =>
      perform(updateNotificationSubscription, context, {
        topic: domainName(topic),
        channel: domainName(channel),
        enabled,
      }),
  }),
);
