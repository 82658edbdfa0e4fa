import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { listNotifications, markNotificationRead, showInbox } from "#domain/messages/notifications/operations.ts";
import {
  listNotificationSubscriptions,
  updateNotificationSubscription,
} from "#domain/messages/notifications/subscription-operations.ts";
import { unsubscribeFromMail } from "#domain/messages/notifications/unsubscribe.ts";
import { perform } from "#domain/platform/operation.ts";
import { lockSchool, updateSchool } from "#domain/site/school/queries.ts";
import { explained, nodesOf, type Plan } from "../support/meters/query-plans.ts";
import { postbox } from "../support/world.ts";
import { aSiteContext, tokenOf } from "./support.ts";
import { type Topic, topics } from "../../src/domain/messages/notifications/notification.ts";
import { notify } from "../../src/domain/messages/notifications/notify.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 12, minute));

async function aMember(context: RequestContext) {
  const { id } = await perform(addMember, context, { email: `${newId()}@example.test`, roles: ["student"] });
  return { id, caller: tokenOf(["student"], ["account:read", "account:write"], id) };
}

const wire = (id: string) => formatId("notification", id);

const sendNotification = (context: RequestContext, memberId: string, minute: number, topic: Topic = "announcement") =>
  notify(
    { ...context, now: at(minute) },
    { memberId, topic, content: { title: `${topic} ${minute}`, body: "Read on." } },
  );

void test("An inbox can be filtered by unread, topic and time, with cursor pagination", async () => {
  const context = (await aSiteContext())();
  const { id, caller } = await aMember(context);
  for (const minute of [1, 2, 3]) await sendNotification(context, id, minute);
  await sendNotification(context, id, 4, "event_changed");
  const inside = { ...context, caller };
  const read = async (input: object) => {
    const { data, page } = await perform(listNotifications, inside, { includeTotal: true, ...input });
    return [data.map(({ title }) => title), page.total];
  };
  const { data } = await perform(listNotifications, inside, { limit: 1 });
  await perform(markNotificationRead, inside, { id: wire(data[0]!.id) });
  const announced = ["announcement 3", "announcement 2", "announcement 1"];
  assert.deepEqual(await read({ unreadOnly: true }), [announced, 3]);
  assert.deepEqual(await read({ unreadOnly: false, topics: ["event_changed"] }), [["event_changed 4"], 1]);
  assert.deepEqual(await read({ topics: ["event_changed", "announcement"] }), [["event_changed 4", ...announced], 4]);
  assert.deepEqual(await read({ createdAfter: at(2).toISOString() }), [["event_changed 4", "announcement 3"], 2]);
  const first = await perform(showInbox, inside, { limit: 2 });
  assert.equal(first.unread, 3);
  const second = await perform(listNotifications, inside, { limit: 2, cursor: first.page.nextCursor! });
  assert.deepEqual(
    second.data.map(({ title }) => title),
    ["announcement 2", "announcement 1"],
  );
  assert.equal(second.page.nextCursor, null);
  await assert.rejects(perform(listNotifications, inside, { topics: ["weather"] }), { code: "validation_failed" });
});

void test("Marking a notification read keeps the first timestamp; another member's notification is not found", async () => {
  const context = (await aSiteContext())();
  const [ana, bo] = [await aMember(context), await aMember(context)];
  await sendNotification(context, ana.id, 1);
  await sendNotification(context, ana.id, 2);
  const { data } = await perform(listNotifications, { ...context, caller: ana.caller }, {});
  const mark = (caller: typeof ana.caller, minute: number) =>
    perform(markNotificationRead, { ...context, caller, now: at(minute) }, { id: wire(data[0]!.id) });
  const first = await mark(ana.caller, 10);
  assert.deepEqual([first.notification.readAt, first.unread], [at(10), 1]);
  const again = await mark(ana.caller, 20);
  assert.deepEqual([again.notification.readAt, again.notification.title, again.unread], [at(10), "announcement 2", 1]);
  await assert.rejects(mark(bo.caller, 30), { code: "not_found" });
  const reader = tokenOf(["student"], ["account:read"], ana.id);
  await assert.rejects(mark(reader, 30), { code: "insufficient_scope" });
});

void test("There is a row for each topic and channel that the site offers, including defaults, before any choice", async () => {
  const context = (await aSiteContext())();
  const { caller } = await aMember(context);
  const rows = async (mail?: typeof postbox) =>
    (await perform(listNotificationSubscriptions, { ...context, caller, mail }, {})).data;
  const own = (await rows(postbox)).map(({ id, enabled, required }) => `${id} ${enabled} ${required}`);
  assert.ok(own.includes("event_reminder.inbox true false") && own.includes("event_reminder.email true false"));
  assert.ok(own.includes("lecture_released.email false false"));
  assert.ok(own.includes("account_security.inbox true true") && own.includes("account_security.email true true"));
  assert.ok(!own.some((row) => row.includes(".push")), "No push channel is available here.");
  assert.ok(!own.some((row) => row.startsWith("post_published")), "Announcing posts is off by default.");
  assert.equal(own.length, (topics.length - 1) * 2);
  assert.ok((await rows()).every(({ channel, updatedAt }) => channel === "inbox" && updatedAt === null));

  await lockSchool(context);
  const notifications = { newPosts: true, courseUpdates: false, expiryReminderDays: [] };
  await updateSchool(context, { settings: { notifications } }, context.now);
  const offered = new Set((await rows()).map(({ topic }) => topic));
  assert.deepEqual(
    topics.filter((topic) => !offered.has(topic)),
    ["course_update", "lecture_released", "access_expiring"],
  );
});

void test("A topic is switched by its name before a row exists; repeating it has no effect, and required or unavailable topics are rejected", async () => {
  const context = (await aSiteContext())();
  const { caller } = await aMember(context);
  const change = (topic: string, channel: string, enabled: boolean, minute = 1) =>
    perform(
      updateNotificationSubscription,
      { ...context, caller, mail: postbox, now: at(minute) },
      { topic, channel, enabled },
    );
  const off = await change("event_reminder", "email", false);
  assert.deepEqual([off.id, off.enabled, off.updatedAt], ["event_reminder.email", false, at(1)]);
  assert.deepEqual(await change("event_reminder", "email", false, 2), off, "Nothing has changed.");
  assert.deepEqual((await change("event_reminder", "email", true, 3)).updatedAt, at(3));
  assert.equal((await change("account_security", "inbox", true)).enabled, true);
  const refused = async (topic: string, channel: string) => {
    const error: unknown = await change(topic, channel, false).catch((thrown: unknown) => thrown);
    const { errors } = (error as { details: { errors: { pointer: string; code: string }[] } }).details;
    return [errors[0]!.pointer, errors[0]!.code];
  };
  assert.deepEqual(await refused("account_security", "email"), ["/topic", "required"]);
  assert.deepEqual(await refused("post_published", "inbox"), ["/topic", "not_offered"]);
  assert.deepEqual(await refused("announcement", "push"), ["/channel", "not_offered"]);
  assert.deepEqual(await refused("weather", "inbox"), ["/topic", "invalid_value"]);
});

void test("An unsubscribe link turns off email of its topic for its member only; a modified one does nothing", async () => {
  const context = (await aSiteContext())();
  const [ana, bo] = [await aMember(context), await aMember(context)];
  const link = postbox.signUnsubscription(context.site, { memberId: ana.id, topic: "event_reminder" });
  const follow = (token: string) =>
    perform(unsubscribeFromMail, { ...context, mail: postbox, caller: { kind: "anonymous" } }, { link: token });
  const other = postbox.signUnsubscription(context.site, { memberId: bo.id, topic: "event_reminder" });
  const spliced = [other.split(".")[0], ...link.split(".").slice(1)].join(".");
  const required = link.replace("event_reminder", "announcement");
  for (const wrong of ["", "x", `${link}x`, `${link}.`, `${link}.x`, spliced, required, link.slice(0, -4)]) {
    await assert.rejects(follow(wrong), { code: "not_found" }, wrong);
  }
  assert.deepEqual(
    [await follow(link), await follow(link)],
    [{ topic: "event_reminder" }, { topic: "event_reminder" }],
  );
  const off = async (caller: typeof ana.caller) =>
    (await perform(listNotificationSubscriptions, { ...context, caller, mail: postbox }, {})).data
      .filter(({ updatedAt }) => updatedAt !== null)
      .map(({ id, enabled }) => [id, enabled]);
  assert.deepEqual(await off(ana.caller), [["event_reminder.email", false]]);
  assert.deepEqual(await off(bo.caller), []);
});

/** The few rows that match a filter may be found first and sorted then. */
const isWrong = (node: Plan): boolean =>
  node["Node Type"] === "Seq Scan" || (node["Node Type"] === "Sort" && node["Actual Rows"] > 4);

void test("An inbox is read through an index, with any filter", async () => {
  const context = (await aSiteContext())();
  const { id, caller } = await aMember(context);
  const { id: other } = await aMember(context);
  for (const one of [id, other]) for (const minute of [1, 2, 3]) await sendNotification(context, one, minute);
  // If only one member of the site had notifications, any index of the site would do.
  await context.db.run`
    insert into notifications (site_id, id, member_id, topic, title, body, created_at)
    select site_id, gen_random_uuid(), member_id, topic, title, body, created_at + n * interval '1 second'
      from notifications cross join generate_series(1, 1000) as n
     where site_id = ${context.site.id} and member_id = ${other}`;
  await context.db.run`analyze notifications`;
  const { page } = await perform(listNotifications, { ...context, caller }, { limit: 1 });
  const plans: Plan[] = [];
  const inside = { ...context, caller, db: explained(plans) };
  for (const narrowed of [
    {},
    { cursor: page.nextCursor },
    { topics: ["announcement"], createdAfter: at(1).toISOString() },
  ]) {
    await perform(listNotifications, inside, { limit: 1, locale: "en", ...narrowed });
  }
  await perform(showInbox, inside, { locale: "en", unreadOnly: true });
  const nodes = plans.flatMap(nodesOf);
  const wrong = nodes.filter(isWrong);
  assert.deepEqual(
    wrong.map((node) => node["Node Type"]),
    [],
  );
  const indexes = new Set(nodes.flatMap((node) => node["Index Name"] ?? []));
  assert.deepEqual([...indexes].toSorted(), ["notifications_of_member", "notifications_pkey", "notifications_unread"]);
});
