import type { NotificationSubscription } from "#domain/messages/notifications/subscription.ts";
import { builder } from "./builder.ts";
import { NotificationTopic } from "./notification.ts";
import { enumName } from "./wire-names.ts";
import type { Channel } from "#domain/messages/notifications/notification.ts";

export const NotificationChannel = builder.enumType("NotificationChannel", {
  description: "A notification channel.",
  values: {
    INBOX: { description: "The inbox: the `notifications` of this API." },
    EMAIL: { description: "Email, if the site can send it." },
    PUSH: { description: "Push notifications on a device. Offered by servers that send them." },
  } satisfies Record<Uppercase<Channel>, object>,
});

export const NotificationSubscriptionType = builder
  .objectRef<NotificationSubscription>("NotificationSubscription")
  .implement({
    description: "A notification preference for one topic and channel.",
    fields: (t) => ({
      id: t.exposeID("id", { description: "Topic and channel, e.g. event_reminder.email." }),
      topic: t.field({ type: NotificationTopic, description: "The topic.", resolve: ({ topic }) => enumName(topic) }),
      channel: t.field({
        type: NotificationChannel,
        description: "The channel.",
        resolve: ({ channel }) => enumName(channel),
      }),
      enabled: t.exposeBoolean("enabled", { description: "True if notifications are enabled." }),
      required: t.exposeBoolean("required", { description: "Always enabled. It cannot be disabled." }),
      updatedAt: t.field({
        type: "DateTime",
        nullable: true,
        description: "When the member set the preference. Null if the default applies.",
        resolve: ({ updatedAt }) => updatedAt,
      }),
    }),
  });
