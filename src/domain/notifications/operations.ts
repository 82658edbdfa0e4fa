import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql } from "#database/sql.ts";
import { Instant } from "#domain/instant.ts";
import { listing, pageOf } from "#domain/listing/listing.ts";
import { operation } from "#domain/operation.ts";
import { Notification } from "./notification.ts";
import { countUnread, markRead } from "./queries.ts";

const notifications = listing<Notification>({
  kind: "notification",
  table: sql`notifications`,
  columns: sql`
    notifications.id, topic, link, read_at, notifications.created_at,
    case when template is null then jsonb_build_object('title', title, 'body', body)
         else jsonb_build_object('template', template, 'data', data) end as content`,
  sorts: {
    createdAt: {
      column: sql`notifications.created_at`,
      type: "timestamptz",
      of: ({ createdAt }: Notification) => createdAt,
    },
  },
  defaultSort: "-createdAt",
  filters: {},
  keepsDeleted: false,
});

export const listNotifications = operation({
  name: "listNotifications",
  summary: "List the member's notifications, newest first",
  access: { scope: "account:read" },
  writes: false,
  input: notifications.input,
  output: pageOf(Notification),
  run: (context, input) =>
    notifications.page(context, input, sql`notifications.member_id = ${memberOf(context.caller)}`),
});

export const countUnreadNotifications = operation({
  name: "countUnreadNotifications",
  summary: "Count the notifications that the member has not read",
  access: { scope: "account:read" },
  writes: false,
  input: z.object({}),
  output: z.number().int(),
  run: (context) => countUnread(context, memberOf(context.caller)),
});

export const markAllNotificationsRead = operation({
  name: "markAllNotificationsRead",
  summary: "Mark every notification read that had come by a moment, now if none is given",
  access: { scope: "account:write" },
  writes: true,
  input: z.object({ before: Instant.optional() }),
  output: z.object({ marked: z.number().int() }),
  run: async (context, { before = context.now }) => ({
    marked: await markRead(context, memberOf(context.caller), before),
  }),
});
