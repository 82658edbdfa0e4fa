import type { NotificationSubscription } from "#domain/notifications/subscription.ts";
import type { Channel } from "#domain/notifications/topics.ts";
import { builder } from "./builder.ts";
import { NotificationTopic } from "./notification.ts";
import { enumName } from "./wire-names.ts";

export const NotificationChannel = builder.enumType("NotificationChannel", {
  description: "A way in which a member can be told.",
  values: {
    INBOX: { description: "The `notifications` of this API." },
    EMAIL: { description: "By e-mail, where the site sends any." },
    PUSH: { description: "On a device. No site offers it at present." },
  } satisfies Record<Uppercase<Channel>, object>,
});

export const NotificationSubscriptionType = builder
  .objectRef<NotificationSubscription>("NotificationSubscription")
  .implement({
    description: "Whether the member is told of a topic on a channel.",
    fields: (t) => ({
      id: t.exposeID("id", { description: "The topic and the channel, e.g. event_reminder.email." }),
      topic: t.field({
        type: NotificationTopic,
        description: "What it is about.",
        resolve: ({ topic }) => enumName(topic),
      }),
      channel: t.field({
        type: NotificationChannel,
        description: "The way in which the member is told.",
        resolve: ({ channel }) => enumName(channel),
      }),
      enabled: t.exposeBoolean("enabled", { description: "Whether the member is told." }),
      required: t.exposeBoolean("required", { description: "Always on: it cannot be switched off." }),
      updatedAt: t.field({
        type: "DateTime",
        nullable: true,
        description: "When the member chose; null where they have not, and the default holds.",
        resolve: ({ updatedAt }) => updatedAt?.toISOString() ?? null,
      }),
    }),
  });
