import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "../../support/browser-session.ts";
import { unverifyEmail } from "../../support/worlds/records.ts";
import { aSite, type ASite, type AMember, buildProcess, siteAt } from "../../support/world.ts";
import { notify } from "../../../src/domain/messages/notifications/notify.ts";

const here = "/account/notifications/settings";
const inbox = "/account/notifications";

/** Names of the checkboxes on the page, and whether each is checked. */
const boxesOf = ({ body }: Page): Record<string, boolean> =>
  Object.fromEntries(
    [...body.matchAll(/<input\s+type="checkbox"\s+name="([^"]+)"[^>]*>/g)].map(([box, name]) => [
      name!,
      /\schecked/.test(box),
    ]),
  );

const ticked = (boxes: Record<string, boolean>): Record<string, string> =>
  Object.fromEntries(Object.entries(boxes).flatMap(([name, on]) => (on ? [[name, "on"]] : [])));

const tell = (site: ASite, member: AMember, topic: "announcement" | "event_changed", title: string) =>
  notify(site.context(), { memberId: member.id, topic, content: { title, body: "Read on." } });

void test("Checked notifications are sent, unchecked ones are not, and unchanged ones keep their default", async () => {
  const site = await aSite();
  const [member, neighbour] = [await site.member(), await site.member()];
  const browser = await site.signedIn(member);
  const page = await browser.open(here);
  const boxes = boxesOf(page);
  assert.equal(boxes["announcement.inbox"], true);
  assert.equal(boxes["lecture_released.email"], false);
  assert.ok(!Object.keys(boxes).some((name) => /^(account_security|post_published)\.|\.push$/.test(name)));

  const chosen = { ...boxes, "announcement.inbox": false, "lecture_released.email": true };
  const after = await browser.submit(page, ticked(chosen), here);
  assert.equal(after.address, `${here}?done=saved`);
  assert.deepEqual(boxesOf(after), chosen);
  await tell(site, member, "announcement", "Not wanted");
  await tell(site, member, "event_changed", "Wanted");
  const listed = (await browser.open(inbox)).body;
  assert.ok(listed.includes("Wanted") && !listed.includes("Not wanted"));

  assert.deepEqual(boxesOf(await (await site.signedIn(neighbour)).open(here)), boxes, "Choices are per member.");
  const again = await browser.submit(after, ticked(chosen), here);
  assert.deepEqual(boxesOf(again), chosen);
});

void test("A forged form changes nothing, and a visitor who is not signed in must sign in", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  const before = boxesOf(await browser.open(here));
  for (const csrf of ["", "made-up"]) await browser.open(here, { csrf, "announcement.inbox": "" });
  assert.deepEqual(boxesOf(await browser.open(here)), before);
  const stranger = site.browser();
  assert.equal((await stranger.open(here)).address, `/sign-in?return_to=${here}`);
});

void test("The page explains why no email is sent: an unverified address, or an installation without email", async () => {
  const site = await aSite();
  const member = await site.member();
  await unverifyEmail(member);
  assert.match((await (await site.signedIn(member)).open(here)).body, /Your email address is not verified/);
  const silent = siteAt(site.site, buildProcess());
  const page = await (await silent.signedIn(member)).open(here);
  assert.match(page.body, /This site does not send emails/);
  assert.ok(Object.keys(boxesOf(page)).every((name) => name.endsWith(".inbox")));
});

void test("One notification is marked as read from its page, and the others stay new", async () => {
  const site = await aSite();
  const member = await site.member();
  for (const index of Array.from({ length: 31 }).keys()) await tell(site, member, "announcement", `Title ${index}`);
  const browser = await site.signedIn(member);
  const first = await browser.open(inbox);
  const [, next] = /href="(\/account\/notifications\?after=[^"]+)"/.exec(first.body)!;
  const second = await browser.open(next!);
  const [action] = /\/account\/notifications\/ntf_\w+\/read/.exec(second.body)!;
  assert.match(second.body, /aria-label="Mark as read: Title 0"/);
  const [, after] = /name="after" value="([^"]+)"/.exec(second.body)!;
  const done = await browser.submit(second, { after: after! }, action);
  assert.equal(done.address, `${next}&done=one`);
  assert.match(done.body, /Notification marked as read/);
  assert.doesNotMatch(done.body, /<li class="on">New<\/li>/);
  assert.match((await browser.open("/account")).body, /30 unread/);
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(first.body)!;
  const unknown = await browser.open("/account/notifications/ntf_00000000000000000000000000/read", { csrf: csrf! });
  assert.equal(unknown.status, 404);
});
