import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { addMember } from "#domain/people/members/operations.ts";
import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
} from "#domain/messages/notifications/operations.ts";
import { addressOf, renderNotification } from "#domain/messages/notifications/render-notification.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { muteTopic } from "../support/worlds/records.ts";
import { aSiteContext, tokenOf } from "./support.ts";
import type { Topic } from "../../src/domain/messages/notifications/notification.ts";
import { notify } from "../../src/domain/messages/notifications/notify.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 12, minute));

async function aMember(context: RequestContext) {
  const { id } = await perform(addMember, context, { email: `${newId()}@example.test`, roles: ["student"] });
  return { id, caller: tokenOf(["student"], ["account:read", "account:write"], id) };
}

const sendNotification = (context: RequestContext, memberId: string, title: string, topic: Topic = "announcement") =>
  notify(context, { memberId, topic, content: { title, body: "Read on." } });

async function titles(context: RequestContext, caller: Caller): Promise<string[]> {
  const { data } = await perform(listNotifications, { ...context, caller }, {});
  return data.map(({ title }) => title);
}

void test("A notification appears unread in one member's inbox, newest first", async () => {
  const context = (await aSiteContext())();
  const [ana, bo] = [await aMember(context), await aMember(context)];
  await sendNotification({ ...context, now: at(1) }, ana.id, "one");
  await sendNotification({ ...context, now: at(2) }, ana.id, "two");
  await sendNotification({ ...context, now: at(3) }, bo.id, "three");
  assert.deepEqual(await titles(context, ana.caller), ["two", "one"]);
  assert.deepEqual(await titles(context, bo.caller), ["three"]);
  const count = await perform(countUnreadNotifications, { ...context, caller: ana.caller }, {});
  assert.equal(count, 2);
});

void test("A read notification keeps its first timestamp; later ones stay unread", async () => {
  const context = (await aSiteContext())();
  const { id, caller } = await aMember(context);
  for (const minute of [1, 2, 3]) await sendNotification({ ...context, now: at(minute) }, id, String(minute));
  const mark = (now: Date, before?: Date) =>
    perform(markAllNotificationsRead, { ...context, caller, now }, before ? { before: before.toISOString() } : {});
  assert.deepEqual(await mark(at(10), at(2)), { marked: 2, unread: 1 });
  assert.deepEqual(await mark(at(11)), { marked: 1, unread: 0 });
  assert.deepEqual(await mark(at(12)), { marked: 0, unread: 0 });
  const { data } = await perform(listNotifications, { ...context, caller }, {});
  assert.deepEqual(
    data.map(({ readAt }) => readAt),
    [at(11), at(10), at(10)],
  );
});

void test("A topic that a member turned off is omitted from that member's inbox only; security notices are always sent", async () => {
  const context = (await aSiteContext())();
  const [ana, bo] = [await aMember(context), await aMember(context)];
  await muteTopic(context, ana, "announcement");
  await muteTopic(context, ana, "account_security");
  await sendNotification(context, ana.id, "switched off");
  await sendNotification(context, ana.id, "another topic", "event_changed");
  await sendNotification(context, ana.id, "security", "account_security");
  await sendNotification(context, bo.id, "for Bo");
  assert.deepEqual((await titles(context, ana.caller)).toSorted(), ["another topic", "security"]);
  assert.deepEqual(await titles(context, bo.caller), ["for Bo"]);
});

void test("No notification is sent after a rollback", async () => {
  const context = (await aSiteContext())();
  const { id, caller } = await aMember(context);
  const undone = context.db.transaction(async (db) => {
    await notify({ ...context, db }, { memberId: id, topic: "announcement", content: { title: "x", body: "x" } });
    throw new Error("undone");
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await titles(context, caller), []);
});

void test("Built-in texts are in the reader's language, and names cannot change the text direction", () => {
  const content = { template: "application_allowed", data: { application: "Rea\u202eder" } } as const;
  assert.equal(renderNotification({ content }, "en").title, "You connected “Reader”");
  assert.equal(renderNotification({ content }, "zh-TW").title, "你已連結「Reader」");
  for (const locale of ["en", "zh-TW"] as const) {
    const { body } = renderNotification(
      { content: { template: "application_allowed", data: { application: "n".repeat(200) } } },
      locale,
    );
    assert.ok(body.length <= 2000);
  }
});

void test("A link points into the site, at its current host, or to the web, and never to a script", async () => {
  const { site } = (await aSiteContext())();
  assert.equal(addressOf({ link: "/account#applications" }, site), `${site.origin}/account#applications`);
  assert.equal(addressOf({ link: "https://elsewhere.example/x" }, site), "https://elsewhere.example/x");
  for (const link of [null, "javascript:alert(1)", "data:text/html,x", "http://["])
    assert.equal(addressOf({ link }, site), null);
});

void test("Reading an inbox needs a token with the read scope; marking needs the write scope", async () => {
  const context = (await aSiteContext())();
  const { id } = await aMember(context);
  const reader = { ...context, caller: tokenOf(["student"], ["account:read"], id) };
  const other = { ...context, caller: tokenOf(["student"], ["openid"], id) };
  await perform(listNotifications, reader, {});
  await assert.rejects(perform(markAllNotificationsRead, reader, {}), { code: "insufficient_scope" });
  await assert.rejects(perform(listNotifications, other, {}), { code: "insufficient_scope" });
  await assert.rejects(perform(countUnreadNotifications, other, {}), { code: "insufficient_scope" });
});
