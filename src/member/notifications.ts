import { countUnreadNotifications, listNotifications } from "#domain/notifications/operations.ts";
import { listNotificationSubscriptions } from "#domain/notifications/subscription-operations.ts";
import { perform } from "#domain/operation.ts";
import { builder, type MemberContext } from "./builder.ts";
import { pageArguments, readFirst } from "./connection.ts";
import { NotificationConnection, NotificationTopic } from "./notification.ts";
import { NotificationSubscriptionType } from "./notification-subscription.ts";
import { domainNames } from "./wire-names.ts";

const NotificationFilter = builder.inputType("NotificationFilter", {
  description: "Which notifications to list; what is left out does not narrow.",
  fields: (t) => ({
    unreadOnly: t.boolean({ defaultValue: false, description: "Leaves out what is read." }),
    topics: t.field({ type: [NotificationTopic], description: "Only those about one of these." }),
    createdAfter: t.field({ type: "DateTime", description: "Only those that came after this moment." }),
  }),
});

builder.queryField("notifications", (t) =>
  t.field({
    type: NotificationConnection,
    description: "The member's inbox, newest first. Scope account:read.",
    args: { ...pageArguments(t.arg), filter: t.arg({ type: NotificationFilter, description: "Which to list." }) },
    async resolve(_root, { first, after, filter }, context) {
      const limit = readFirst(first);
      const wanted = filterFrom(filter);
      const { data, page } = await perform(listNotifications, context, {
        ...wanted,
        limit,
        ...(after && { cursor: after }),
      });
      return {
        nodes: data,
        hasNextPage: page.hasMore,
        endCursor: () => page.nextCursor,
        totalCount: () => countListed(context, wanted),
      };
    },
  }),
);

builder.queryField("unreadNotificationCount", (t) =>
  t.int({
    description: "How many notifications in the inbox are unread. Scope account:read.",
    resolve: (_root, _args, context) => perform(countUnreadNotifications, context, {}),
  }),
);

builder.queryField("notificationSubscriptions", (t) =>
  t.field({
    type: [NotificationSubscriptionType],
    description:
      "Which topics reach the member on which channel: one for each that the site offers, defaults included. " +
      "Scope account:read.",
    resolve: async (_root, _args, context) => (await perform(listNotificationSubscriptions, context, {})).data,
  }),
);

function filterFrom(given: typeof NotificationFilter.$inferInput | null | undefined) {
  const topics = domainNames(given?.topics);
  return {
    ...(given?.unreadOnly && { unreadOnly: true }),
    ...(topics && { topics }),
    ...(given?.createdAfter && { createdAfter: given.createdAfter.toISOString() }),
  };
}

async function countListed(context: MemberContext, wanted: object): Promise<number> {
  const { page } = await perform(listNotifications, context, { ...wanted, limit: 1, includeTotal: true });
  return page.total!;
}
