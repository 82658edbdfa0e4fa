import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Context } from "#domain/platform/context.ts";
import { setStatus, muteTopic, unverifyEmail } from "../support/worlds/records.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { type AMember, aSite, type ASite, postbox } from "../support/world.ts";
import type { News, Topic } from "#domain/messages/notifications/notification.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { countUnreadNotifications, listNotifications } from "#domain/messages/notifications/operations.ts";
import { updateNotificationSubscription } from "#domain/messages/notifications/subscription-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { lockSchool, updateSchool } from "#domain/site/school/queries.ts";
import { tokenOf } from "./support.ts";
import { notify } from "../../src/domain/messages/notifications/notify.ts";

const event = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  name: "Night sail",
  slug: "night-sail",
  startsAt: new Date("2027-03-01T11:30:00Z"),
  startsAtInWords: "2027-03-01 19:30 (Asia/Taipei)",
};
const reminder = occasions.eventReminder(event, 60);

const sendNews = (site: ASite, { id }: AMember, news: News = reminder) =>
  database.transaction((db) => notify({ ...site.context(), mail: postbox, db }, { ...news, memberId: id }));

const asMember = (site: ASite, { id }: AMember) => ({
  ...site.context(),
  mail: postbox,
  caller: tokenOf(["student"], ["account:read", "account:write"], id),
});

async function titles(site: ASite, member: AMember): Promise<string[]> {
  const { data } = await perform(listNotifications, asMember(site, member), {});
  return data.map(({ title }) => title);
}

const choose = (site: ASite, member: AMember, channel: "inbox" | "email", enabled: boolean, topic: Topic) =>
  perform(updateNotificationSubscription, asMember(site, member), { topic, channel, enabled });

const headersOf = (headers: readonly { key: string; value: string }[], ...keys: string[]) =>
  keys.map((key) => headers.find((header) => header.key === key)?.value);

void describe("A notified member", () => {
  void test("gets an email in their language, with a link to the subject and a machine-readable unsubscribe link", async () => {
    const site = await aSite();
    const [ana, yating] = [await site.member(), await site.member()];
    await database.run`update members set locale = 'zh-TW' where site_id = ${site.site.id} and id = ${yating.id}`;
    await Promise.all([sendNews(site, ana), sendNews(site, yating)]);
    const [[english], [chinese]] = await Promise.all([mailsTo(ana.email), mailsTo(yating.email)]);
    assert.equal(english!.email.subject, "“Night sail” starts soon");
    assert.match(english!.email.text!, /It starts at 1 March 2027, 19:30 \(Taipei\)\./);
    assert.match(english!.email.text!, new RegExp(`^${site.origin}/events/night-sail$`, "m"));
    assert.equal(chinese!.email.subject, "「Night sail」即將開始");
    assert.match(chinese!.email.text!, /不再接收這類信件/);
    for (const { email } of [english!, chinese!]) {
      const [way, how] = headersOf(email.headers, "list-unsubscribe", "list-unsubscribe-post");
      const [, address] = /^<(https:\/\/\S+)>$/.exec(way!)!;
      assert.ok(address!.startsWith(`${site.origin}/unsubscribe?link=`));
      assert.equal(how, "List-Unsubscribe=One-Click");
      assert.ok(email.text!.includes(address!) && email.html!.includes(address!));
    }
  });

  void test("always gets security notifications, without an unsubscribe link", async () => {
    const site = await aSite();
    const member = await site.member();
    const content = { template: "application_allowed", data: { application: "Reader" } } as const;
    await sendNews(site, member, { topic: "account_security", content, link: "/account#applications" });
    const [mail] = await mailsTo(member.email);
    assert.equal(mail!.email.subject, "You connected “Reader”");
    assert.deepEqual(headersOf(mail!.email.headers, "list-unsubscribe", "list-unsubscribe-post"), [
      undefined,
      undefined,
    ]);
    assert.doesNotMatch(mail!.email.text!, /unsubscribe/);
  });

  void test("gets no email at an unverified address, and finds the notification in the inbox", async () => {
    const site = await aSite();
    const member = await site.member();
    await unverifyEmail(member);
    await sendNews(site, member);
    assert.deepEqual(await titles(site, member), ["“Night sail” starts soon"]);
    assert.equal(await mailsInAll(member.email), 0);
  });

  void test("is notified only on their chosen channels, or on the default ones", async () => {
    const site = await aSite();
    const [byMail, here, nowhere, asEver] = await Promise.all([
      site.member(),
      site.member(),
      site.member(),
      site.member(),
    ]);
    await choose(site, byMail, "inbox", false, "event_reminder");
    await choose(site, here, "email", false, "event_reminder");
    await choose(site, nowhere, "inbox", false, "event_reminder");
    await choose(site, nowhere, "email", false, "event_reminder");
    for (const member of [byMail, here, nowhere, asEver]) await sendNews(site, member);
    const released = occasions.lectureReleased({ id: event.id, name: "Knots", slug: "knots" }, "Bowline", 1);
    await sendNews(site, asEver, released);
    const receivedBy = async (member: AMember) => [await titles(site, member), await mailsInAll(member.email)];
    const title = "“Night sail” starts soon";
    assert.deepEqual(await receivedBy(byMail), [[], 1]);
    assert.equal(await perform(countUnreadNotifications, asMember(site, byMail), {}), 0);
    assert.deepEqual(await receivedBy(here), [[title], 0]);
    assert.deepEqual(await receivedBy(nowhere), [[], 0]);
    assert.deepEqual(
      await receivedBy(asEver),
      [["New in “Knots”: “Bowline”", title], 1],
      "New lectures are not mailed.",
    );
  });

  void test("is notified once of one event, however many processes notify at the same time", async () => {
    const site = await aSite();
    const [member, other] = [await site.member(), await site.member()];
    await choose(site, other, "inbox", false, "event_reminder");
    await Promise.all([1, 2, 3, 4].flatMap(() => [sendNews(site, member), sendNews(site, other)]));
    assert.equal((await titles(site, member)).length, 1);
    assert.deepEqual([await mailsInAll(member.email), await mailsInAll(other.email)], [1, 1]);
    await sendNews(site, member, occasions.eventReminder(event, 1440));
    assert.equal((await titles(site, member)).length, 2, "Another reminder is another event.");
  });

  void test("gets nothing after a rollback, for topics that the school has turned off, or while suspended", async () => {
    const site = await aSite();
    const [member, suspended] = [await site.member(), await site.member()];
    await setStatus(site, suspended, "suspended");
    await sendNews(site, suspended);
    const undone = database.transaction(async (db) => {
      await notify({ ...site.context(), mail: postbox, db }, { ...reminder, memberId: member.id });
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    const scope = { ...site.context(), db: database };
    await lockSchool(scope);
    await updateSchool(scope, { settings: { notifications: { eventReminders: false } } }, new Date());
    await sendNews(site, member);
    const { total } = (await database.first<{ total: number }>`
      select count(*) as total from notifications where site_id = ${site.site.id}`)!;
    assert.deepEqual([total, await mailsInAll(member.email), await mailsInAll(suspended.email)], [0, 0, 0]);
  });

  void test("is notified in the inbox if the installation has no mail server", async () => {
    const site = await aSite();
    const member = await site.member();
    const context: Context = site.context();
    await notify(context, { ...reminder, memberId: member.id });
    await muteTopic(site, member, "event_reminder");
    await notify(context, { ...occasions.eventReminder(event, 1440), memberId: member.id });
    assert.equal((await titles(site, member)).length, 1);
    assert.equal(await mailsInAll(member.email), 0);
  });
});
