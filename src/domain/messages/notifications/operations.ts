import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, indexedBy, matching, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { Notification, type NotificationRow, topics } from "./notification.ts";
import { serializeNotification } from "./render-notification.ts";
import { columns, countUnread, findLocale, findNotification, markRead, markReadUntil } from "./queries.ts";

const notifications = listing<NotificationRow>({
  kind: "notification",
  table: sql`notifications`,
  columns,
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {
    unreadOnly: matching(z.boolean(), (only) =>
      only ? indexedBy(sql`notifications.created_at`, sql`notifications.read_at is null`) : undefined,
    ),
    topics: withoutIndex(anyOf(z.enum(topics), sql`notifications.topic`)),
    createdAfter: matching(Instant, (time) => sql`notifications.created_at > ${time}`),
  },
  keepsDeleted: false,
});

const inLanguage = {
  locale: z
    .enum(locales)
    .optional()
    .meta({ description: "The language of the text. Defaults to the member's language." }),
};

const Inbox = pageSchemaOf(Notification).extend({ unread: z.number().int().min(0) });

const unreadCount = { unread: z.number().int().min(0).meta({ description: "The unread count after the change" }) };

export const listNotifications = operation({
  name: "listNotifications",
  summary: "List notifications",
  description: "Newest first.",
  reads: "account:read",
  input: notifications.input.extend(inLanguage),
  output: pageSchemaOf(Notification),
  run: (context, input) => inboxPage(context, input),
});

/** Returns the cursor after a notification of the list with these filters. */
export const cursorOfNotification = (
  filters: object,
  notification: Pick<NotificationRow, "id" | "createdAt">,
): string => notifications.cursorOf(notification, notifications.input.parse(filters));

/** For Relay's `node` field. */
export const getNotification = operation({
  name: "getNotification",
  summary: "Get a notification",
  reads: "account:read",
  input: z.object({ id: Id("notification"), ...inLanguage }),
  output: Notification,
  async run(context, { id, locale }) {
    const row = await findNotification(context, memberOf(context.caller), id);
    if (!row) throw notFound("notification", formatId("notification", id));
    return serializeNotification(row, context.site, await languageOf(context, locale));
  },
});

export const showInbox = operation({
  name: "showInbox",
  summary: "List notifications with the unread count",
  description: "Newest first.",
  reads: "account:read",
  input: notifications.input.extend(inLanguage),
  output: Inbox,
  async run(context, input) {
    const [page, unread] = await Promise.all([
      inboxPage(context, input),
      countUnread(context, memberOf(context.caller)),
    ]);
    return { ...page, unread };
  },
});

export const countUnreadNotifications = operation({
  name: "countUnreadNotifications",
  summary: "Count unread notifications",
  reads: "account:read",
  input: z.object({}),
  output: z.number().int().min(0),
  run: (context) => countUnread(context, memberOf(context.caller)),
});

export const markNotificationRead = operation({
  name: "markNotificationRead",
  summary: "Mark a notification as read",
  description: "Keeps the time at which it was first read.",
  writes: "account:write",
  input: z.object({ id: Id("notification"), ...inLanguage }),
  output: z.object({ notification: Notification, ...unreadCount }),
  async run(context, { id, locale }) {
    const memberId = memberOf(context.caller);
    const row = await markRead(context, memberId, id);
    if (!row) throw notFound("notification", formatId("notification", id));
    const notification = serializeNotification(row, context.site, await languageOf(context, locale));
    return { notification, unread: await countUnread(context, memberId) };
  },
  unaudited: "not security-relevant",
});

export const markAllNotificationsRead = operation({
  name: "markAllNotificationsRead",
  summary: "Mark all notifications as read",
  description: "Only those that arrived before the given time, if there is one.",
  writes: "account:write",
  input: z.object({ before: Instant.optional() }),
  output: z.object({ marked: z.number().int().min(0), ...unreadCount }),
  async run(context, { before = context.now }) {
    const memberId = memberOf(context.caller);
    const marked = await markReadUntil(context, memberId, before);
    return { marked, unread: await countUnread(context, memberId) };
  },
  unaudited: "not security-relevant",
});

type InboxInput = z.output<typeof notifications.input> & { locale?: Locale | undefined };

async function inboxPage(context: Context, { locale, ...requested }: InboxInput) {
  const mine = sql`notifications.member_id = ${memberOf(context.caller)} and notifications.in_inbox`;
  const [{ data, page }, language] = await Promise.all([
    notifications.page(context, requested, { of: mine }),
    languageOf(context, locale),
  ]);
  return { data: data.map((row) => serializeNotification(row, context.site, language)), page };
}

const languageOf = async (context: Context, requested: Locale | undefined): Promise<Locale> =>
  requested ??
  mailLocale(await findLocale(context, memberOf(context.caller)), mailLocale(context.site.defaultLocale, "en"));
