import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codeOf, setUpApp } from "../support/second-factors.ts";
import { database } from "../support/databases/database.ts";
import { later, minute } from "../support/clock.ts";
import { aSite, password } from "../support/world.ts";

const longAgo = 11 * minute;
const changed = { current: password, password: "quiet-lantern-copper-58" };

async function anOwnerWithApp() {
  const site = await aSite();
  const member = await site.member({ roles: ["owner"] });
  return { site, member, ...(await setUpApp(site, member)) };
}

void describe("A stolen session with the password, long after the second factor was proven", () => {
  const forms = {
    "/account/password": changed,
    "/account/email": { current: password, email: "thief@elsewhere.example" },
    "/admin/developers/api-keys/new": { current: password, name: "Thief", "scope.members:write": "on", expiry: "30" },
  };
  for (const [path, fields] of Object.entries(forms)) {
    void test(`changes nothing at ${path} without the factor`, async () => {
      const { site, browser } = await anOwnerWithApp();
      await later(longAgo, async () => {
        const asked = await browser.submit(await browser.open(path), fields, path);
        assert.equal(asked.status, 403);
        assert.match(asked.body, /Confirm that it is you/);
        assert.match(asked.body, /name="code"/);
        const actions = await database.many<{ action: string }>`
          select action from audit_entries where site_id = ${site.id}`;
        for (const action of ["changePassword", "requestEmailChange", "createApiKey"]) {
          assert.ok(!actions.some((one) => one.action === action));
        }
      });
    });
  }

  void test("cannot remove the factor by changing the password while the factor is recent", async () => {
    const { browser } = await anOwnerWithApp();
    await later(9 * minute, async () => {
      const end = await browser.submit(await browser.open("/account/password"), changed);
      assert.equal(end.address, "/account?done=password_changed");
    });
    await later(longAgo, async () => {
      const page = await browser.open("/account/security/app/remove");
      assert.match(page.address, /^\/account\/confirm\?/);
    });
  });
});

void test("A person who proves the factor again gets the form back, and it works", async () => {
  const { browser, secret } = await anOwnerWithApp();
  await later(longAgo, async () => {
    const form = await browser.open("/account/email");
    const fields = { current: password, email: "new@elsewhere.example" };
    const asked = await browser.submit(form, fields, "/account/email");
    const restored = await browser.submit(asked, { code: await codeOf(secret) });
    assert.match(restored.body, /action="\/account\/email"/);
    const done = await browser.submit(await browser.open("/account/email"), fields, "/account/email");
    assert.equal(done.status, 200);
    assert.match(done.body, /new@elsewhere\.example/);
  });
});

void test("Staff who see the school as a student cannot prove to be there with the factor of the student", async () => {
  const { site, browser } = await anOwnerWithApp();
  const student = await site.member();
  const other = await setUpApp(site, student);
  const page = await browser.open(`/admin/members/${student.sub}`);
  const shown = await browser.submit(page, {}, `/admin/members/${student.sub}/view`);
  await later(longAgo, async () => {
    const csrf = /name="csrf" value="([^"]+)"/.exec(shown.body)![1]!;
    const end = await browser.open("/account/confirm", { csrf, code: await codeOf(other.secret) });
    assert.equal(end.status, 403);
    await browser.submit(shown, {}, "/admin/members/end-view");
    assert.match((await browser.open("/account/security/app/remove")).address, /^\/account\/confirm\?/);
  });
});
