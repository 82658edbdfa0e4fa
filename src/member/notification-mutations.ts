import type { Notification } from "#domain/messages/notifications/notification.ts";
import { markAllNotificationsRead, markNotificationRead } from "#domain/messages/notifications/operations.ts";
import type { NotificationSubscription } from "#domain/messages/notifications/subscription.ts";
import { updateNotificationSubscription } from "#domain/messages/notifications/subscription-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { builder } from "./builder.ts";
import { NotificationTopic, NotificationType } from "./notification.ts";
import { NotificationChannel, NotificationSubscriptionType } from "./notification-subscription.ts";
import { domainName } from "./wire-names.ts";

const unreadAfterwards = "Number of unread notifications after the change.";

const MarkNotificationReadPayload = builder
  .objectRef<{ notification: Notification; unread: number }>("MarkNotificationReadPayload")
  .implement({
    description: "Result of marking one notification as read.",
    fields: (t) => ({
      notification: t.expose("notification", { type: NotificationType, description: "The updated resource." }),
      unreadNotificationCount: t.exposeInt("unread", { description: unreadAfterwards }),
    }),
  });

const MarkAllNotificationsReadPayload = builder
  .objectRef<{ marked: number; unread: number }>("MarkAllNotificationsReadPayload")
  .implement({
    description: "Result of marking all notifications as read.",
    fields: (t) => ({
      markedCount: t.exposeInt("marked", { description: "Number of notifications that were unread before." }),
      unreadNotificationCount: t.exposeInt("unread", { description: unreadAfterwards }),
    }),
  });

const UpdateNotificationSubscriptionPayload = builder
  .objectRef<NotificationSubscription>("UpdateNotificationSubscriptionPayload")
  .implement({
    description: "Result of updating a notification preference.",
    fields: (t) => ({
      notificationSubscription: t.field({
        type: NotificationSubscriptionType,
        description: "The updated resource.",
        resolve: (subscription) => subscription,
      }),
    }),
  });

const UpdateNotificationSubscriptionInput = builder.inputType("UpdateNotificationSubscriptionInput", {
  description: "The notification preference to set for one topic and channel.",
  fields: (t) => ({
    topic: t.field({ type: NotificationTopic, required: true, description: "The topic." }),
    channel: t.field({ type: NotificationChannel, required: true, description: "The channel." }),
    enabled: t.boolean({ required: true, description: "True to enable the notifications, false to disable them." }),
  }),
});

builder.mutationField("markNotificationRead", (t) =>
  t.field({
    type: MarkNotificationReadPayload,
    description:
      "Marks one notification as read. A notification that is already read keeps its first timestamp. " +
      "Requires account:write.",
    args: { id: t.arg.id({ required: true, description: "ID of one of the member's notifications (ntf_…)." }) },
    resolve: (_root, { id }, context) => perform(markNotificationRead, context, { id }),
  }),
);

builder.mutationField("markAllNotificationsRead", (t) =>
  t.field({
    type: MarkAllNotificationsReadPayload,
    description: "Marks all notifications up to a timestamp as read. Requires account:write.",
    args: {
      before: t.arg({
        type: "DateTime",
        description: "The timestamp, e.g. when the inbox was last displayed. Defaults to the start of this request.",
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
      "Enables or disables one topic on one channel. Required topics cannot be disabled (BAD_USER_INPUT). " +
      "Idempotent. Requires account:write.",
    args: {
      input: t.arg({ type: UpdateNotificationSubscriptionInput, required: true, description: "The new preference." }),
    },
    resolve: (_root, { input: { topic, channel, enabled } }, context) =>
      perform(updateNotificationSubscription, context, {
        topic: domainName(topic),
        channel: domainName(channel),
        enabled,
      }),
  }),
);
