import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { codeOf, setUpApp } from "../../support/second-factors.ts";
import { type AMember, aSite, type ASite, password } from "../../support/world.ts";

const longAgo = 11 * minute;

interface Case {
  /** The page with the form. */
  path: (member: AMember) => string;
  /** The address of the form, if it is another one. */
  action?: (member: AMember) => string;
  fields: (member: AMember) => Record<string, string>;
  /** Expected after the repeated submission. */
  done: RegExp;
}

const forms: Record<string, Case> = {
  "the roles of a member": {
    path: ({ sub }) => `/admin/members/${sub}/roles/edit`,
    fields: () => ({ "roles.manager": "on" }),
    done: /^\/admin\/members\/mbr_/,
  },
  "an invitation of a manager": {
    path: () => "/admin/members/new",
    fields: () => ({ email: "mia@harbour.example", name: "Mia", "roles.manager": "on" }),
    done: /^\/admin\/members\/mbr_/,
  },
  "the export of a person": {
    path: ({ sub }) => `/admin/members/${sub}/export_data`,
    fields: () => ({}),
    done: /^\/admin\/jobs\/job_/,
  },
  "an erasure": {
    path: ({ sub }) => `/admin/members/${sub}/erase`,
    fields: ({ email }) => ({ confirm_email: email, reason: "Requested by email" }),
    done: /^\/admin\/jobs\/job_/,
  },
  "the view of a member": {
    path: ({ sub }) => `/admin/members/${sub}`,
    action: ({ sub }) => `/admin/members/${sub}/view`,
    fields: () => ({}),
    done: /^\/learn/,
  },
  "an export of lists": {
    path: () => "/admin/exports/new",
    fields: () => ({ "resources.members": "on", format: "csv" }),
    done: /^\/admin\/jobs\/job_/,
  },
  "the settings of sign-in": {
    path: () => "/admin/settings/sign-in",
    action: () => "/admin/settings/sign-in/by-email",
    fields: () => ({ byEmail: "offered" }),
    done: /\?done=saved$/,
  },
  "what applications must prove": {
    path: () => "/admin/settings/sign-in",
    action: () => "/admin/settings/sign-in/applications",
    fields: () => ({ stepUp: "one-factor", maxAge: "600" }),
    done: /\?done=saved$/,
  },
};

async function anOwner() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const student = await site.member({ name: "Ana Lima" });
  return { site, owner, student, browser: await site.signedIn(owner) };
}

const asksToConfirm = (page: Page) => {
  assert.equal(page.status, 403, page.body.slice(0, 2000));
  assert.match(page.body, /Confirm that it is you/);
};

const changesOf = async (site: ASite): Promise<string[]> => {
  const entries = await database.many<{ action: string }>`
    select action from audit_entries where site_id = ${site.id} and action <> 'createSite'`;
  return entries.map(({ action }) => action);
};

void describe("Long after the sign-in", () => {
  for (const [name, { path, action, fields, done }] of Object.entries(forms)) {
    void test(`${name} needs a confirmation, after which the form is shown again`, async () => {
      const { site, student, browser } = await anOwner();
      const submit = (page: Page) => browser.submit(page, fields(student), (action ?? path)(student));
      await later(longAgo, async () => {
        const asked = await submit(await browser.open(path(student)));
        asksToConfirm(asked);
        assert.deepEqual(await changesOf(site), []);
        const again = await browser.submit(asked, { current: password }, actionIn(asked));
        assert.equal(again.status, 403, again.address);
        for (const value of Object.values(fields(student)).filter((each) => each !== "on")) {
          assert.ok(again.body.includes(value), `${value} was lost`);
        }
        const end = await submit(again);
        assert.match(end.address, done, end.body.slice(0, 3000));
      });
    });
  }

  void test("a download of a list leads to the confirmation, and from there to the file", async () => {
    const { browser } = await anOwner();
    const path = "/admin/members?format=csv";
    assert.equal((await browser.open(path)).response.headers["content-type"], "text/csv; charset=utf-8");
    await later(longAgo, async () => {
      const asked = await browser.open(path);
      assert.match(asked.address, /^\/account\/confirm\?return_to=/);
      const file = await browser.submit(asked, { current: password }, actionIn(asked));
      assert.equal(file.response.headers["content-type"], "text/csv; charset=utf-8");
    });
  });

  void test("the file of an export needs a confirmation, also if it was made before", async () => {
    const { site, browser } = await anOwner();
    const path = "/admin/exports/new";
    const fields = { "resources.members": "on", format: "csv" };
    const started = await browser.submit(await browser.open(path), fields, path);
    const job = started.address.split("?")[0]!;
    await runJobsOf(site.site);
    assert.match((await browser.open(job)).body, /\/job-results\//);
    await later(longAgo, async () => {
      assert.doesNotMatch((await browser.open("/admin/jobs")).body, /\/job-results\//);
      const asked = await browser.open(job);
      assert.match(asked.address, /^\/account\/confirm\?return_to=/);
      const shown = await browser.submit(asked, { current: password }, actionIn(asked));
      assert.match(shown.body, /\/job-results\//);
    });
  });

  void test("an invitation of a student and other changes need none", async () => {
    const { browser, student } = await anOwner();
    await later(longAgo, async () => {
      const page = await browser.open("/admin/members/new");
      const invited = await browser.submit(page, { email: "leo@harbour.example", "roles.student": "on" });
      assert.match(invited.address, /^\/admin\/members\/mbr_/);
      const edit = `/admin/members/${student.sub}/edit`;
      assert.match((await browser.submit(await browser.open(edit), { name: "Ana L." })).address, /^\/admin\/members\//);
    });
  });

  void test("the new address of an invited manager needs a confirmation, that of a student does not", async () => {
    const { browser, student } = await anOwner();
    const page = await browser.open("/admin/members/new");
    const invited = await browser.submit(page, { email: "mia@harbour.example", "roles.manager": "on" });
    const edit = `${invited.address.split("?")[0]!}/edit`;
    await later(longAgo, async () => {
      const fields = { email: "thief@elsewhere.example" };
      asksToConfirm(await browser.submit(await browser.open(edit), fields, edit));
      const other = `/admin/members/${student.sub}/edit`;
      const saved = await browser.submit(await browser.open(other), { email: "ana@moved.example" }, other);
      assert.match(saved.address, /^\/admin\/members\/mbr_/);
    });
  });

  void test("a wrong password confirms nothing, and a right one counts for ten minutes", async () => {
    const { browser, student } = await anOwner();
    const path = `/admin/members/${student.sub}/roles/edit`;
    const submit = async (role: string) => browser.submit(await browser.open(path), { [`roles.${role}`]: "on" }, path);
    await later(longAgo, async () => {
      const asked = await submit("manager");
      const wrong = await browser.submit(asked, { current: "wrong-lantern-58" }, actionIn(asked));
      assert.equal(wrong.status, 401);
      await browser.submit(wrong, { current: password }, actionIn(wrong));
    });
    await later(longAgo + 9 * minute, async () => assert.match((await submit("manager")).address, /\?done=/));
    await later(longAgo + 11 * minute, async () => asksToConfirm(await submit("lecturer")));
  });

  void test("a member with a second factor confirms with it", async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const student = await site.member();
    const { browser, secret } = await setUpApp(site, owner);
    const path = `/admin/members/${student.sub}/roles/edit`;
    await later(longAgo, async () => {
      const asked = await browser.submit(await browser.open(path), { "roles.manager": "on" }, path);
      asksToConfirm(asked);
      assert.doesNotMatch(asked.body, /name="current"/);
      const again = await browser.submit(asked, { code: await codeOf(secret) }, actionIn(asked));
      assert.match((await browser.submit(again, { "roles.manager": "on" }, path)).address, /\?done=/);
    });
  });

  void test("a member without a password signs in again", async () => {
    const { site, owner, browser, student } = await anOwner();
    await database.run`update accounts set password_hash = null where id = ${owner.accountId}`;
    const path = `/admin/members/${student.sub}/roles/edit`;
    const submit = async (by: TestBrowser) => by.submit(await by.open(path), { "roles.manager": "on" }, path);
    await later(longAgo, async () => {
      const asked = await submit(browser);
      asksToConfirm(asked);
      assert.match(asked.body, /Your account has no password/);
      assert.deepEqual(await changesOf(site), []);
    });
    assert.match((await submit(await site.signedIn(owner))).address, /\?done=/);
  });
});

const actionIn = ({ body }: Page): string => /action="(\/account\/confirm[^"]*)"/.exec(body)![1]!;
