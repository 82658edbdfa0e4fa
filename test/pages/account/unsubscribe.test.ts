import assert from "node:assert/strict";
import { test } from "node:test";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { type AMember, aSite, type ASite, postbox } from "../../support/world.ts";
import { notify } from "../../../src/domain/messages/notifications/notify.ts";

const event = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  name: "Night sail",
  slug: "night-sail",
  startsAt: new Date("2027-03-01T11:30:00Z"),
  startsAtInWords: "2027-03-01 19:30 (Asia/Taipei)",
};

const remind = (site: ASite, { id }: AMember, minutes: number) =>
  database.transaction((db) =>
    notify({ ...site.context(), mail: postbox, db }, { ...occasions.eventReminder(event, minutes), memberId: id }),
  );

/** The unsubscribe link of the first email, as a path. */
async function wayOut(site: ASite, member: AMember): Promise<string> {
  await remind(site, member, 1440);
  const [mail] = await mailsTo(member.email);
  const header = mail!.email.headers.find(({ key }) => key === "list-unsubscribe")!.value;
  const { pathname, search } = new URL(header.slice(1, -1));
  return pathname + search;
}

void test("An email client unsubscribes with one request, in either format, without a cookie", async () => {
  for (const request of [
    { payload: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } },
    {
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
    {},
  ]) {
    const site = await aSite();
    const member = await site.member();
    const address = await wayOut(site, member);
    const answer = await site.request("POST", address, request);
    assert.equal(answer.statusCode, 200, "RFC 8058 §3.1: no redirect.");
    await remind(site, member, 60);
    assert.equal(await mailsInAll(member.email), 1);
    assert.equal((await site.request("POST", address, request)).statusCode, 200, "A repeated request changes nothing.");
  }
});

void test("A person confirms without sign-in; opening the link alone changes nothing", async () => {
  const site = await aSite();
  const member = await site.member();
  const address = await wayOut(site, member);
  const browser = site.browser();
  for (const method of ["GET", "HEAD"] as const) await site.request(method, address);
  await remind(site, member, 120);
  await mailsTo(member.email, 2);

  const page = await browser.open(address);
  assert.match(page.body, /Unsubscribe/);
  assert.match(page.body, /Event reminders/);
  const done = await browser.submit(page, {}, address);
  assert.equal(done.status, 200);
  assert.match(done.body, /You have unsubscribed/);
  assert.ok(!done.body.includes(member.email), "A forwarded link discloses nothing about the recipient.");
  await remind(site, member, 60);
  assert.equal(await mailsInAll(member.email), 2);
  const settings = await (await site.signedIn(member)).open("/account/notifications/settings");
  assert.match(settings.body, /name="event_reminder\.inbox"[^>]*checked/);
  assert.doesNotMatch(settings.body, /name="event_reminder\.email"[^>]*checked/);
});

void test("A truncated, modified or foreign link changes nothing, and shows an error page", async () => {
  const [site, other] = [await aSite(), await aSite()];
  const member = await site.member();
  const address = await wayOut(site, member);
  for (const wrong of [address.slice(0, -3), address.replace("event_reminder", "announcement"), "/unsubscribe"]) {
    for (const method of ["GET", "POST"] as const) {
      const answer = await site.request(method, wrong);
      assert.deepEqual([answer.statusCode, /This link does not work/.test(answer.body)], [404, true], wrong);
    }
  }
  assert.equal((await other.request("POST", address)).statusCode, 404);
  await remind(site, member, 60);
  assert.equal((await mailsTo(member.email, 2)).length, 2);
});

void test("The request body is limited", async () => {
  const site = await aSite();
  const member = await site.member();
  const address = await wayOut(site, member);
  const answer = await site.request("POST", address, {
    payload: `List-Unsubscribe=${"x".repeat(5000)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(answer.statusCode, 413);
});
