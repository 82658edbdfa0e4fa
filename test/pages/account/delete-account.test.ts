import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { operatorOf } from "../../rest/support/operator.ts";
import { anEvent, aTicket } from "../../rest/support/an-event.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout } from "../../support/doubles/mailroom.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { type AMember, type ASite, aSite, password, postbox } from "../../support/world.ts";

const address = "/account/delete";

async function atPage(site: ASite, fields: Parameters<ASite["member"]>[0] = {}) {
  const member = await site.member({ name: "Ana Lima", ...fields });
  const browser = await site.signedIn(member);
  const page = await browser.open(address);
  const confirm = (typed: Record<string, string> = {}) =>
    browser.submit(page, { current: password, understood: "on", ...typed }, address);
  return { member, browser, page, confirm };
}

const membersWith = ({ site }: ASite, { id }: AMember) =>
  database.many<{ roles: string[] }>`select roles from members where site_id = ${site.id} and id = ${id}`;

void describe("The deletion of an own account", () => {
  void test("says what is deleted and kept, asks for the password, signs out everywhere and confirms by email", async () => {
    const site = await aSite();
    const { member, browser, page, confirm } = await atPage(site);
    assert.match((await browser.open("/account")).body, /href="\/account\/delete"/);
    assert.match(page.body, /What is deleted[^]*What stays[^]*receipts[^]*href="\/account\/data"/);
    const phone = await site.signedIn(member);
    const wrong = await confirm({ current: "wrong" });
    assert.equal(wrong.status, 401);
    const unchecked = await browser.submit(page, { current: password }, address);
    assert.deepEqual([unchecked.status, (await membersWith(site, member)).length], [422, 1]);

    const done = await confirm();
    assert.match(done.body, /Your account is being deleted/);
    assert.equal(done.status, 200);
    for (const each of [browser, phone])
      assert.equal((await each.open("/account")).address, "/sign-in?return_to=/account");
    await runJobsOf(site, { mail: postbox });
    assert.deepEqual(await membersWith(site, member), []);
    await mailAbout(member.email, /Your account at Harbour School has been deleted/);
    const entry = (await auditOf(site)).find(({ action }) => action === "eraseMyself");
    assert.ok(entry);
    assert.doesNotMatch(JSON.stringify(entry), /Ana Lima/);
    const row = await database.first<{ memberId: string | null }>`
      select member_id from audit_entries where site_id = ${site.site.id} and action = 'eraseMyself'`;
    assert.equal(row?.memberId, null);
  });

  void test("keeps the account for the other school at which the person is", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const { member, confirm } = await atPage(here);
    const other = await there.member({ email: member.email });
    await confirm();
    await runJobsOf(here);
    assert.equal((await membersWith(there, other)).length, 1);
    assert.equal((await (await there.signedIn(other)).open("/account")).status, 200);
  });

  void test("never removes the last owner, and offers the owner to make another", async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const browser = await site.signedIn(owner);
    const page = await browser.open(address);
    assert.match(page.body, /You are the last owner of this school/);
    assert.doesNotMatch(page.body, /action="\/account\/delete"/);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const forced = await browser.open(address, { csrf, current: password, understood: "on" });
    assert.equal(forced.status, 409);
    assert.deepEqual((await membersWith(site, owner))[0]?.roles, ["owner"]);
    await site.member({ roles: ["owner"] });
    assert.match((await browser.open(address)).body, /action="\/account\/delete"/);
  });

  void test("asks to cancel events ahead first", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, "events:read events:write");
    const event = await anEvent(operator, {
      starts_at: "2099-06-01T17:00:00.000Z",
      ends_at: "2099-06-01T19:00:00.000Z",
    });
    await aTicket(operator, event);
    await operator.post(`/events/${event.id}/publish`, {});
    const { member, browser, confirm } = await atPage(site);
    const path = `/events/${event.slug}`;
    await browser.submit(await browser.open(path), {}, `${path}/register`);
    assert.match((await browser.open(address)).body, /You have events or sessions ahead[^]*href="\/account\/events"/);
    assert.equal((await confirm()).status, 409);
    assert.equal((await membersWith(site, member)).length, 1);
    await runJobsOf(site);
  });
});
