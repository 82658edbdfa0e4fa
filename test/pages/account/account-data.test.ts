import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { unzipSync } from "fflate";
import { auditActions } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { aSite, password } from "../../support/world.ts";

const ask = async (site: Awaited<ReturnType<typeof aSite>>, current = password) => {
  const member = await site.member({ name: "Ana Lima" });
  const browser = await site.signedIn(member);
  const page = await browser.submit(await browser.open("/account/data"), { current }, "/account/data");
  return { member, browser, page };
};

void describe("A member's data page", () => {
  void test("prepares a copy in the background after the password is entered, and offers its download", async () => {
    const site = await aSite();
    const { member, browser, page } = await ask(site);
    assert.deepEqual([page.status, page.address], [200, "/account/data"]);
    assert.match(page.body, /role="status"/);
    assert.doesNotMatch(page.body, /job-results|<form method="post" action="\/account\/data"/);

    await runJobsOf(site);
    const ready = await browser.open("/account/data");
    const address = /href="([^"]*\/job-results\/[^"]*)"/.exec(ready.body)![1]!.replaceAll("&amp;", "&");
    const { pathname, search } = new URL(address);
    const { rawPayload, headers } = await site.get(`${pathname}${search}`);
    assert.match(String(headers["content-disposition"]), /^attachment; filename="personal-data-/);
    const files = unzipSync(rawPayload);
    assert.ok(Buffer.from(files["profile.json"]!).toString().includes(member.email));
    assert.ok((await auditActions(site)).includes("exportOwnData"));
  });

  void test("creates one copy for repeated requests, and none for a wrong password", async () => {
    const site = await aSite();
    const { browser, page } = await ask(site, "wrong");
    assert.equal(page.status, 401);
    assert.match(page.body, /role="alert"/);
    assert.equal(await runJobsOf(site), undefined);
    assert.doesNotMatch((await browser.open("/account/data")).body, /job-results/);
  });

  void test("is linked from the account page and requires a session", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    assert.match((await browser.open("/account")).body, /href="\/account\/data"/);
    const { status, address } = await site.browser().open("/account/data");
    assert.deepEqual([status, address], [200, "/sign-in?return_to=/account/data"]);
  });

  void test("gives no member the copy of another", async () => {
    const site = await aSite();
    const { browser } = await ask(site);
    await runJobsOf(site);
    const other = await site.signedIn(await site.member());
    assert.doesNotMatch((await other.open("/account/data")).body, /job-results/);
    assert.match((await browser.open("/account/data")).body, /job-results/);
  });
});
