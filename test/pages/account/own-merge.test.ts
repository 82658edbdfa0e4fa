import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { askOwnMerge } from "#domain/privacy/merges/jobs/ask-own-merge.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditActions } from "../../support/worlds/records.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { type AMember, aSite, type ASite, password, postbox } from "../../support/world.ts";
import { mergeLinkOf } from "../../rest/support/member-merges.ts";

const here = "/account/merge";

const csrfIn = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

const withoutToken = (body: string) => body.replaceAll(/name="csrf" value="[^"]+"/g, "");

async function request(browser: TestBrowser, email: string, current = password) {
  const csrf = csrfIn((await browser.open(here)).body);
  return browser.request("POST", here, { csrf, email, current });
}

/** Asks the owners of the addresses, as the job queue does. Returns the number of jobs. */
async function askOwners(site: ASite): Promise<number> {
  const payloads = await queuedJobs("ask_own_merge", site);
  for (const payload of payloads) await askOwnMerge(database, payload, { now: now(), mail: postbox });
  return payloads.length;
}

async function answer(site: ASite, link: string, act: "confirm" | "decline") {
  const browser = site.browser();
  const page = await browser.open(link);
  const secret = /name="link" value="([^"]+)"/.exec(page.body)![1]!;
  return browser.request("POST", "/email/merge", { csrf: csrfIn(page.body), link: secret, act });
}

const exists = async ({ site }: ASite, { id }: AMember) =>
  (await database.first`select id from members where site_id = ${site.id} and id = ${id}`) !== undefined;

void describe("A merge that a member asks for", () => {
  void test("shows the owner of the other address what moves, and happens when they confirm", async () => {
    const site = await aSite();
    const [own, second] = [await site.member(), await site.member()];
    const course = await aCourse(site, [[{}]]);
    await enrollMember(site, second, course);
    const browser = await site.signedIn(own);
    const sent = await request(browser, second.email);
    assert.match(sent.body, /it gets an email with a link/);
    assert.ok(await exists(site, second));
    await askOwners(site);

    const link = await mergeLinkOf(second);
    const page = await site.browser().open(link);
    assert.match(page.body, /is theirs as well/);
    assert.match(page.body, /Enrollments: 1/);
    assert.ok(!page.body.includes(own.email), "The other address is masked.");
    assert.match((await answer(site, link, "confirm")).body, /Your records are merged/);
    assert.equal(await exists(site, second), false);
    assert.equal((await browser.open(course.path)).status, 200);
    for (const { email } of [own, second]) {
      await mailsInAll(email);
      const subjects = (await mailsTo(email)).map((mail) => mail.email.subject);
      assert.ok(subjects.includes("Your records at Harbour School were merged"), subjects.join());
    }
    const actions = await auditActions(site);
    for (const action of ["mergeOwnMembers", "confirmMemberMerge", "completeMemberMerge"]) {
      assert.ok(actions.includes(action), action);
    }
  });

  void test("says the same for known and unknown addresses, and can be declined", async () => {
    const site = await aSite();
    const [own, other] = [await site.member(), await site.member()];
    const browser = await site.signedIn(own);
    const unknown = (await request(browser, "unknown@example.test")).body.replaceAll("unknown@example.test", "x");
    const known = (await request(browser, other.email)).body.replaceAll(other.email, "x");
    assert.equal(withoutToken(known), withoutToken(unknown));
    assert.equal(await askOwners(site), 2, "Both wait in the queue, so that the response takes as long for both.");
    assert.match((await answer(site, await mergeLinkOf(other), "decline")).body, /declined|Nothing/i);
    assert.ok(await exists(site, other));
  });

  void test("needs the password, and moves no role in either direction", async () => {
    const site = await aSite();
    const [own, teacher] = [await site.member(), await site.member({ roles: ["lecturer"] })];
    const browser = await site.signedIn(own);
    assert.equal((await request(browser, teacher.email, "wrong")).statusCode, 401);
    await request(browser, teacher.email);
    await askOwners(site);
    const refused = await answer(site, await mergeLinkOf(teacher), "confirm");
    assert.equal(refused.statusCode, 409);
    assert.ok(await exists(site, teacher));

    const ofTeacher = (await (await site.signedIn(teacher)).open(here)).body;
    assert.match(ofTeacher, /You have a role at the school/);
    assert.doesNotMatch(ofTeacher, /name="current"/);
  });

  void test("is not kept from its owner by the request of a stranger", async () => {
    const site = await aSite();
    const [own, second, stranger] = [await site.member(), await site.member(), await site.member()];
    const [ofStranger, ofOwn] = [await site.signedIn(stranger), await site.signedIn(own)];
    for (const named of [own, second]) {
      await request(ofStranger, named.email);
      await askOwners(site);
    }
    const strange = await mergeLinkOf(second);
    await request(ofOwn, second.email);
    await askOwners(site);
    assert.equal((await site.browser().open(strange)).status, 404, "The link of the stranger has ended.");
    await answer(site, await mergeLinkOf(second), "confirm");
    assert.equal(await exists(site, second), false);
    assert.ok(await exists(site, own));
  });

  void test("tells the person who asked nothing about the other one before their confirmation", async () => {
    const site = await aSite();
    const [own, other] = [await site.member(), await site.member()];
    await enrollMember(site, other, await aCourse(site, [[{}]]));
    const browser = await site.signedIn(own);
    await request(browser, other.email);
    await request(browser, "unknown@example.test");
    await askOwners(site);
    await browser.submit(await browser.open("/account/data"), { current: password }, "/account/data");
    await runJobsOf(site);
    const address = /href="([^"]*\/job-results\/[^"]*)"/.exec((await browser.open("/account/data")).body)![1]!;
    const { pathname, search } = new URL(address.replaceAll("&amp;", "&"));
    const files = unzipSync((await site.get(`${pathname}${search}`)).rawPayload);
    const entries = JSON.parse(strFromU8(files["activity.json"]!)) as { action: string }[];
    assert.equal(entries.filter(({ action }) => action === "requestOwnMerge").length, 2);
    assert.deepEqual(JSON.parse(strFromU8(files["member_merges.json"]!)), []);
    for (const [name, bytes] of Object.entries(files)) {
      assert.ok(!strFromU8(bytes).includes(other.sub), `${name} names the other member`);
    }
  });

  void test("ends if the person who asked gets a role before the confirmation", async () => {
    const site = await aSite();
    const [own, second] = [await site.member(), await site.member()];
    await request(await site.signedIn(own), second.email);
    await askOwners(site);
    await database.run`
      update members set roles = '{teaching_assistant}' where site_id = ${site.site.id} and id = ${own.id}`;
    assert.equal((await answer(site, await mergeLinkOf(second), "confirm")).statusCode, 409);
    assert.ok(await exists(site, second));
  });

  void test("ends an earlier request of the same person, whether or not the next address is known", async () => {
    for (const isKnown of [true, false]) {
      const site = await aSite();
      const [own, second, other] = [await site.member(), await site.member(), await site.member()];
      const browser = await site.signedIn(own);
      await request(browser, second.email);
      await askOwners(site);
      const link = await mergeLinkOf(second);
      assert.equal((await site.browser().open(link)).status, 200);
      await request(browser, isKnown ? other.email : "unknown@example.test");
      const [, last] = await queuedJobs("ask_own_merge", site);
      await askOwnMerge(database, last, { now: now(), mail: postbox });
      assert.equal((await site.browser().open(link)).status, 404);
    }
  });
});
