import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { hour, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import type { ASite } from "../support/world.ts";
import { notify } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Notification {
  id: string;
  topic: string;
  title: string;
  body: string;
  url: string | null;
  readAt: string | null;
  isRead: boolean;
}

/** A member whose inbox is empty again: connecting an application has sent a notification. */
async function aQuietReader(site?: ASite, scope?: string): Promise<Reader> {
  const reader = await aReader(site, scope);
  await database.run`
    delete from notifications where site_id = ${reader.site.id} and member_id = ${reader.member.id}`;
  return reader;
}

const fields =
  "nodes { id topic title body url createdAt readAt isRead } totalCount pageInfo { hasNextPage endCursor }";

interface Inbox {
  nodes: Notification[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const inboxOf = async ({ read }: Reader, args = ""): Promise<Inbox> =>
  (await read<{ notifications: Inbox }>(`{ notifications${args} { ${fields} } }`)).notifications;

const titlesOf = ({ nodes }: Inbox) => nodes.map(({ title }) => title);

const unreadOf = async ({ read }: Reader) =>
  (await read<{ unreadNotificationCount: number }>("{ unreadNotificationCount }")).unreadNotificationCount;

void test("The inbox is listed newest first, page by page, with texts and links", async () => {
  const reader = await aQuietReader();
  const { site, member } = reader;
  for (const hours of [3, 1, 2]) await notify(site, member, hours, { link: "/courses" });
  const first = await inboxOf(reader, "(first: 2)");
  assert.deepEqual([titlesOf(first), first.totalCount, first.pageInfo.hasNextPage], [["News 1", "News 2"], 3, true]);
  const [{ topic, body, url, readAt, isRead }] = first.nodes as [Notification];
  assert.deepEqual(
    [topic, body, url, readAt, isRead],
    ["ANNOUNCEMENT", "Sails.", `${site.origin}/courses`, null, false],
  );
  const second = await inboxOf(reader, `(first: 2, after: "${first.pageInfo.endCursor}")`);
  assert.deepEqual([titlesOf(second), second.pageInfo.hasNextPage], [["News 3"], false]);
});

void test("The inbox can be filtered by topic, time and unread", async () => {
  const reader = await aQuietReader();
  const { site, member } = reader;
  await notify(site, member, 1, { topic: "event_reminder" });
  await notify(site, member, 2, { readAt: now() });
  await notify(site, member, 30);
  const since = new Date(now().getTime() - 24 * hour).toISOString();
  assert.deepEqual(titlesOf(await inboxOf(reader, "(filter: {unreadOnly: true})")), ["News 1", "News 30"]);
  assert.deepEqual(titlesOf(await inboxOf(reader, "(filter: {topics: [ANNOUNCEMENT]})")), ["News 2", "News 30"]);
  const recent = await inboxOf(reader, `(filter: {createdAfter: "${since}"})`);
  assert.deepEqual([titlesOf(recent), recent.totalCount], [["News 1", "News 2"], 2]);
  for (const time of ["yesterday", "2026-02-30T00:00:00Z", "2026-01-01"]) {
    const query = "query ($at: DateTime) { notifications(filter: {createdAfter: $at}) { totalCount } }";
    assert.equal(await reader.refusal(query, { at: time }), "BAD_USER_INPUT", time);
  }
  const literal = '{ notifications(filter: {createdAfter: "soon"}) { totalCount } }';
  assert.equal(await reader.refusal(literal), "GRAPHQL_VALIDATION_FAILED");
});

const markRead = `mutation ($id: ID!) { markNotificationRead(id: $id) {
  notification { id isRead readAt } unreadNotificationCount } }`;

void test("Marking one read lowers the unread count, and repeating it keeps the first timestamp", async () => {
  const reader = await aQuietReader();
  const { site, member } = reader;
  const id = await notify(site, member, 1);
  await notify(site, member, 2);
  assert.equal(await unreadOf(reader), 2);
  type Payload = { markNotificationRead: { notification: Notification; unreadNotificationCount: number } };
  const once = await reader.read<Payload>(markRead, { id });
  assert.equal(once.markNotificationRead.unreadNotificationCount, 1);
  assert.deepEqual(
    [once.markNotificationRead.notification.id, once.markNotificationRead.notification.isRead],
    [id, true],
  );
  const twice = await reader.read<Payload>(markRead, { id });
  assert.deepEqual(twice, once);
  assert.equal(await unreadOf(reader), 1);
});

void test("Another member's notification is not found, like an unknown one; an invalid id is an error", async () => {
  const reader = await aQuietReader();
  const other = await aQuietReader(reader.site);
  const elsewhere = await aQuietReader();
  const theirs = await notify(reader.site, other.member, 1);
  const foreign = await notify(elsewhere.site, elsewhere.member, 1);
  for (const id of [theirs, foreign, formatId("notification", newId())]) {
    assert.equal(await reader.refusal(markRead, { id }), "NOT_FOUND");
  }
  for (const id of ["x", "", formatId("course", newId()), "a\0b"]) {
    assert.equal(await reader.refusal(markRead, { id }), "BAD_USER_INPUT");
  }
  assert.equal(await unreadOf(other), 1);
});

void test("Marks all notifications up to a time, by default now", async () => {
  const reader = await aQuietReader();
  const other = await aQuietReader(reader.site);
  const { site, member } = reader;
  for (const hours of [1, 5, 9]) await notify(site, member, hours);
  await notify(site, other.member, 9);
  const before = new Date(now().getTime() - 4 * hour).toISOString();
  const markAll =
    "mutation ($before: DateTime) { markAllNotificationsRead(before: $before) { markedCount unreadNotificationCount } }";
  assert.deepEqual(await reader.read(markAll, { before }), {
    markAllNotificationsRead: { markedCount: 2, unreadNotificationCount: 1 },
  });
  assert.deepEqual(await reader.read(markAll), {
    markAllNotificationsRead: { markedCount: 1, unreadNotificationCount: 0 },
  });
  assert.equal(await unreadOf(other), 1);
});

interface Subscription {
  id: string;
  topic: string;
  channel: string;
  enabled: boolean;
  required: boolean;
  updatedAt: string | null;
}

const subscriptionFields = "id topic channel enabled required updatedAt";

async function subscriptionOf({ read }: Reader, topic: string, channel: string): Promise<Subscription> {
  const query = `{ notificationSubscriptions { ${subscriptionFields} } }`;
  const { notificationSubscriptions } = await read<{ notificationSubscriptions: Subscription[] }>(query);
  return notificationSubscriptions.find((row) => row.topic === topic && row.channel === channel)!;
}

const update = `mutation ($input: UpdateNotificationSubscriptionInput!) { updateNotificationSubscription(input: $input) {
  notificationSubscription { ${subscriptionFields} } } }`;

void test("A topic is disabled and enabled before a row exists and after; defaults are marked as not chosen", async () => {
  const reader = await aQuietReader();
  const other = await aQuietReader(reader.site);
  const [topic, channel] = ["EVENT_REMINDER", "INBOX"];
  const before = await subscriptionOf(reader, topic, channel);
  assert.deepEqual([before.enabled, before.required, before.updatedAt], [true, false, null]);
  for (const enabled of [false, false, true]) {
    await reader.read(update, { input: { topic, channel, enabled } });
    const after = await subscriptionOf(reader, topic, channel);
    assert.deepEqual([after.id, after.enabled], [before.id, enabled]);
    assert.notEqual(after.updatedAt, null);
  }
  assert.equal((await subscriptionOf(other, topic, channel)).updatedAt, null);
});

void test("A required topic cannot be disabled, and an unavailable one cannot be chosen", async () => {
  const reader = await aQuietReader();
  const security = { topic: "ACCOUNT_SECURITY", channel: "INBOX" };
  assert.equal((await subscriptionOf(reader, security.topic, security.channel)).required, true);
  assert.equal(await reader.refusal(update, { input: { ...security, enabled: false } }), "BAD_USER_INPUT");
  assert.equal(await reader.refusal(update, { input: { ...security, enabled: true } }), undefined);
  const push = { topic: "EVENT_REMINDER", channel: "PUSH", enabled: true };
  assert.equal(await reader.refusal(update, { input: push }), "BAD_USER_INPUT");
  const refused = await reader.site.graphql(update, reader.bearer, { input: push });
  const { errors } = refused.json<{ errors: { message: string }[] }>();
  assert.match(errors[0]!.message, /Allowed values: INBOX/);
  assert.equal(await reader.refusal(update, { input: { ...push, topic: "WEATHER" } }), "BAD_USER_INPUT");
});

void test("Every mutation needs account:write, whatever else is selected and whichever operation is named", async () => {
  const reader = await aQuietReader(undefined, "account:read");
  const { site, member, bearer } = reader;
  const id = await notify(site, member, 1);
  const mutations = [
    `mutation { markNotificationRead(id: "${id}") { unreadNotificationCount } }`,
    "mutation { markAllNotificationsRead { markedCount } }",
    "mutation { updateNotificationSubscription(input: {topic: ANNOUNCEMENT, channel: INBOX, enabled: false}) { __typename } }",
    "mutation { __typename }",
  ];
  for (const query of mutations) {
    assert.equal((await site.graphql(query, bearer)).statusCode, 403, query);
    const both = `${query.replace("mutation", "mutation M")} query Q { viewer { id } }`;
    const named = (operationName: string) => site.post("/member/graphql", { query: both, operationName }, { bearer });
    assert.equal((await named("M")).statusCode, 403);
    assert.equal((await named("Q")).statusCode, 200);
  }
  assert.equal(await unreadOf(reader), 1);
});
