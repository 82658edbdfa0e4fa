import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";

const path = "/admin/settings/mail";
const anAddress = () => `hello-${newId()}@school.example`;

async function aRunSite(settings = {}) {
  const site = await aSite(settings);
  const browser = await site.signedIn(await site.member({ roles: ["manager"] }));
  return {
    site,
    browser,
    save: async (senderAddress: string) => browser.submit(await browser.open(path), { senderAddress }, path),
  };
}

void test("A school verifies its sender address by an emailed link that works once; a new address needs a new link", async () => {
  const { site, browser, save } = await aRunSite();
  assert.match((await browser.open(path)).body, /No address is set/);
  const address = anAddress();
  const saved = await save(address);
  assert.equal(saved.address, `${path}?done=sent`);
  assert.match(saved.body, /is not verified\./);

  const [mail] = await mailsTo(address);
  assert.equal(mail!.email.subject, "Confirm the sender address of Harbour School");
  const link = linkIn(mail!);
  assert.match(link, /^\/sender\/confirm\?link=lml_/);
  const stranger = site.browser();
  const page = await stranger.open(link);
  assert.ok(page.body.includes(address));
  assert.match((await browser.open(path)).body, /is not verified\./, "Opening the link changes nothing.");
  assert.equal((await stranger.submit(page, {}, "/sender/confirm")).status, 200);
  assert.equal((await stranger.open(link)).status, 404);
  await site.forget();
  assert.match((await browser.open(path)).body, /is verified\. Replies go there/);

  const again = anAddress();
  assert.match((await save(again)).body, /is not verified\./);
  await save(address);
  assert.match((await browser.open(path)).body, /is not verified\./, "A change resets the verification.");
  const actions = new Set((await auditOf(site)).map(({ action }) => action));
  assert.ok(actions.has("requestSenderVerification") && actions.has("confirmSender"));
});

void test("A link for an earlier address or of another site verifies nothing", async () => {
  const { site, browser, save } = await aRunSite();
  const first = anAddress();
  await save(first);
  const link = linkIn((await mailsTo(first))[0]!);
  const elsewhere = (await aRunSite()).site.browser();
  assert.equal((await elsewhere.open(link)).status, 404);
  const stranger = site.browser();
  const page = await stranger.open(link);
  await save(anAddress());
  assert.equal((await stranger.submit(page, {}, "/sender/confirm")).status, 404);
  assert.match((await browser.open(path)).body, /is not verified\./);
});

void test("An invalid address is rejected, and the number of links is limited", async () => {
  const { browser, save } = await aRunSite({ invitationMailsPerDay: 1 });
  for (const wrong of ["hello", "a@b", "a@school.example, b@school.example", "a@school.example\r\nBcc: b@c.example"]) {
    const refused = await save(wrong);
    assert.equal(refused.status, 400, wrong);
    assert.match(refused.body, /id="senderAddress-problem"/);
  }
  await save(anAddress());
  const address = anAddress();
  const limited = await save(address);
  assert.equal(limited.status, 429);
  assert.equal(await mailsInAll(address), 0);
  assert.match((await browser.open(path)).body, /Up to <\/?|Up to 1 invitations/);
});

void test("Addresses without email are listed page by page, newest first, and each is allowed again by its name", async () => {
  const { site, browser } = await aRunSite();
  const siteId = site.site.id;
  const suppressed = Array.from({ length: 21 }, (_, index) => {
    const email = `bo-${index}-@school.example`;
    const createdAt = new Date(Date.UTC(2026, 10, 18, 9, index));
    return { siteId, id: newId(), email, emailKey: email, reason: "bounce", createdAt, updatedAt: createdAt };
  });
  await database.run`insert into suppressed_addresses ${rows(...suppressed)}`;
  const page = await browser.open(path);
  assert.deepEqual([page.body.includes("bo-20-@"), page.body.includes("bo-0-@")], [true, false]);
  assert.match(page.body, /aria-label="Send email again: bo-20-@school\.example"/);
  const [, next = ""] = /href="([^"]*cursor=[^"]*)"/.exec(page.body) ?? [];
  const last = await browser.open(next);
  assert.deepEqual([last.body.includes("bo-20-@"), last.body.includes("bo-0-@")], [false, true]);
  const lifted = await browser.submit(last, {}, `${path}/lift`);
  assert.match(lifted.body, /Email is sent to the address again\./);
  assert.doesNotMatch((await browser.open(next)).body, /bo-0-@/);
});
