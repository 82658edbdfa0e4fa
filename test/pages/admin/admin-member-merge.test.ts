import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditActions, setRoles } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";
import { decide, mergeLinkOf } from "../../rest/support/member-merges.ts";
import { operatorOf } from "../../rest/support/operator.ts";

async function aManager({ locale = "en" } = {}) {
  const site = await aSite();
  const operator = await operatorOf(site, "members:read members:write");
  const [from, into] = [await site.member({ name: "Ana Lima" }), await site.member({ name: "Ana B. Lima" })];
  const browser = site.browser({ "accept-language": locale });
  const { cookies } = await site.signedIn(operator.member);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return { site, operator, from, into, browser, address: `/admin/members/${from.sub}` };
}

void describe("The page on which staff merges members", () => {
  void test("previews the merge, mails the links, and shows the pending merge until it is canceled", async () => {
    const { site, operator, from, into, browser, address } = await aManager();
    await operator.post(`/members/${from.sub}/notes`, { body: "Met at the fair" });
    const page = await browser.open(address);
    assert.ok(page.body.includes(`href="${address}/merge"`));
    const form = await browser.open(`${address}/merge`);
    const preview = await browser.submit(form, { into: into.email, act: "preview" }, `${address}/merge`);
    assert.equal(preview.status, 200);
    assert.match(preview.body, /Notes: 1 moved/);
    assert.ok(!(await auditActions(site)).includes("mergeMember"), "a preview changes nothing");

    const csrf = /name="csrf" value="([^"]+)"/.exec(preview.body)![1]!;
    const requested = await browser.request("POST", `${address}/merge`, { csrf, into: into.sub, act: "request" });
    assert.equal(requested.headers.location, `${address}?done=merge_requested`);
    assert.match((await browser.open(`${address}?done=merge_requested`)).body, /No address has confirmed yet/);
    await decide(operator, await mergeLinkOf(from));
    const other = await browser.open(`/admin/members/${into.sub}`);
    assert.match(other.body, /will be merged into this member\./);
    assert.match(other.body, /One address has confirmed/);
    const canceled = await browser.submit(other, {}, `/admin/members/${into.sub}/merge/cancel`);
    assert.equal(canceled.address, `/admin/members/${into.sub}?done=merge_canceled`);
    assert.match(canceled.body, /The merge has been canceled/);
    assert.ok(canceled.body.includes(`/admin/members/${into.sub}/merge"`));
  });

  for (const [locale, staff, unknown] of [
    ["en", /has a staff role/, /No member has this address or ID/],
    ["zh-TW", /有管理或教學角色/, /沒有成員使用這個地址或識別碼/],
  ] as const) {
    void test(`says what stands in the way (${locale})`, async () => {
      const { site, from, into, browser, address } = await aManager({ locale });
      await setRoles(site, from, ["lecturer", "student"]);
      const form = await browser.open(`${address}/merge`);
      const refused = await browser.submit(form, { into: into.sub, act: "preview" }, `${address}/merge`);
      assert.equal(refused.status, 409);
      assert.match(refused.body, staff);
      const missing = await browser.submit(form, { into: "unknown@example.test", act: "preview" }, `${address}/merge`);
      assert.match(missing.body, unknown);
    });
  }
});
