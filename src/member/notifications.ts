import {
  countUnreadNotifications,
  cursorOfNotification,
  listNotifications,
} from "#domain/messages/notifications/operations.ts";
import { listNotificationSubscriptions } from "#domain/messages/notifications/subscription-operations.ts";
import { totalOf } from "#domain/platform/listing/listing.ts";
import { perform } from "#domain/platform/operation.ts";
import { builder, type MemberContext } from "./builder.ts";
import { pageArguments, readFirst } from "./connection.ts";
import { NotificationConnection, NotificationTopic } from "./notification.ts";
import { NotificationSubscriptionType } from "./notification-subscription.ts";
import { domainNames } from "./wire-names.ts";

const NotificationFilter = builder.inputType("NotificationFilter", {
  description: "Filters for notifications. Omitted filters have no effect.",
  fields: (t) => ({
    unreadOnly: t.boolean({ defaultValue: false, description: "Only unread notifications." }),
    topics: t.field({ type: [NotificationTopic], description: "Only these topics." }),
    createdAfter: t.field({ type: "DateTime", description: "Only notifications created after this time." }),
  }),
});

builder.queryField("notifications", (t) =>
  t.field({
    type: NotificationConnection,
    nullable: true,
    description: "The member's notifications, newest first. Requires account:read.",
    args: { ...pageArguments(t.arg), filter: t.arg({ type: NotificationFilter, description: "Filters." }) },
    async resolve(_root, { first, after, filter }, context) {
      const limit = readFirst(first);
      const requested = filterFrom(filter);
      const { data, page } = await perform(listNotifications, context, {
        ...requested,
        limit,
        ...(after && { cursor: after }),
      });
      return {
        nodes: data,
        hasNextPage: page.hasMore,
        hasPreviousPage: Boolean(after),
        cursorOf: (notification) => cursorOfNotification(requested, notification),
        totalCount: () => countListed(context, requested),
      };
    },
  }),
);

builder.queryField("unreadNotificationCount", (t) =>
  t.int({
    description: "Number of unread notifications. Requires account:read.",
    resolve: (_root, _args, context) => perform(countUnreadNotifications, context, {}),
  }),
);

builder.queryField("notificationSubscriptions", (t) =>
  t.field({
    type: [NotificationSubscriptionType],
    description:
      "The notification preferences of the member: one per topic and channel that the site offers, including defaults. " +
      "Requires account:read.",
    resolve: async (_root, _args, context) => (await perform(listNotificationSubscriptions, context, {})).data,
  }),
);

function filterFrom(input: typeof NotificationFilter.$inferInput | null | undefined) {
  const topics = domainNames(input?.topics);
  return {
    ...(input?.unreadOnly && { unreadOnly: true }),
    ...(topics && { topics }),
    ...(input?.createdAfter && { createdAfter: input.createdAfter.toISOString() }),
  };
}

async function countListed(context: MemberContext, requested: object): Promise<number> {
  return totalOf(await perform(listNotifications, context, { ...requested, limit: 1, includeTotal: true }));
}
