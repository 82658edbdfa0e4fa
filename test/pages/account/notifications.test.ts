import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "../../support/browser-session.ts";
import { second } from "../../support/clock.ts";
import { aSite, type ASite, authorizeUrl } from "../../support/world.ts";
import { notify } from "../../../src/domain/messages/notifications/notify.ts";

const titlesIn = ({ body }: Page): string[] =>
  [...body.matchAll(/<h2>(.*?)<\/h2>/gs)].map(([, title]) => title!.replaceAll(/<[^>]*>/g, "").trim());

const inbox = "/account/notifications";

const titles = async (site: ASite, member: Parameters<ASite["signedIn"]>[0]) =>
  titlesIn(await (await site.signedIn(member)).open(inbox));

void test("Allowing a new application notifies the member, in their own inbox only", async () => {
  const site = await aSite();
  const [member, neighbour] = [await site.member(), await site.member()];
  await site.connect(await site.register({ client_name: "Reader" }), member, "openid");
  assert.deepEqual(await titles(site, member), ["You connected “Reader”"]);
  assert.deepEqual(await titles(site, neighbour), []);
});

void test("A member is notified once per application: not for repeated or wider consent, nor for a denial", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.operatorClient({ name: "Study Buddy" });
  await site.connect(client, member, "openid");
  await site.connect(client, member, "openid email account:read", { prompt: "consent" });
  const browser = await site.signedIn(member);
  const refused = await site.register({ client_name: "Refused" });
  await browser.submit(await browser.open(authorizeUrl(refused).url), { decision: "deny" });
  assert.deepEqual(await titles(site, member), ["You connected “Study Buddy”"]);

  const account = await browser.open("/account");
  await browser.submit(account, {}, /\/account\/applications\/\w+\/revoke/.exec(account.body)![0]);
  await site.connect(client, member, "openid");
  assert.equal((await titles(site, member)).length, 2, "Withdrawn and allowed again, the application is new.");
});

void test("The notification uses the reader's language and links to where the application can be withdrawn", async () => {
  const site = await aSite();
  const member = await site.member();
  await site.connect(await site.register({ client_name: "Reader" }), member, "openid");
  const browser = await site.signedIn(member);
  browser.headers["accept-language"] = "zh-TW";
  const page = await browser.open(inbox);
  assert.deepEqual(titlesIn(page), ["你已連結「Reader」"]);
  assert.ok(page.body.includes(`href="${site.origin}/account#applications"`));
});

void test("Seen notifications can be marked as read; later ones stay new", async () => {
  const site = await aSite();
  const member = await site.member();
  await site.connect(await site.register({ client_name: "Reader" }), member, "openid");
  const browser = await site.signedIn(member);
  assert.match((await browser.open("/account")).body, /href="\/account\/notifications"\s*>\s*1 unread/);
  const seen = await browser.open(inbox);
  const content = { title: "Later", body: "It came while the page was open." };
  const context = { ...site.context(), now: new Date(Date.now() + second) };
  await notify(context, { memberId: member.id, topic: "announcement", content });

  const after = await browser.submit(seen, {}, `${inbox}/read`);
  assert.equal(after.address, `${inbox}?done=all`);
  assert.equal(after.body.match(/<li class="on">New<\/li>/g)?.length, 1);
  assert.match((await browser.open("/account")).body, /1 unread/);
});

void test("All notifications are listed on some page, newest first", async () => {
  const site = await aSite();
  const member = await site.member();
  const expected = Array.from({ length: 70 }, (_, index) => `Title ${index}`);
  for (const title of expected)
    await notify(site.context(), { memberId: member.id, topic: "announcement", content: { title, body: "x" } });
  const browser = await site.signedIn(member);
  const listed: string[] = [];
  for (let address: string | undefined = inbox; address !== undefined;) {
    const page: Page = await browser.open(address);
    listed.push(...titlesIn(page));
    address = /href="(\/account\/notifications\?after=[^"]+)"/.exec(page.body)?.[1];
  }
  assert.deepEqual(listed, expected.toReversed());
});

void test("A forged form marks nothing, and a visitor who is not signed in must sign in", async () => {
  const site = await aSite();
  const member = await site.member();
  await site.connect(await site.register(), member, "openid");
  const browser = await site.signedIn(member);
  for (const csrf of ["", "made-up"]) {
    await browser.open(`${inbox}/read`, { csrf, before: new Date().toISOString() });
  }
  assert.match((await browser.open("/account")).body, /1 unread/);
  assert.equal((await site.browser().open(inbox)).address, `/sign-in?return_to=${inbox}`);
});
