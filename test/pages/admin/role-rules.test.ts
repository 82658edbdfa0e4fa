import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import type { SessionCaller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import { perform } from "#domain/platform/operation.ts";
import { newId } from "#domain/platform/ids.ts";
import { later, minute } from "../../support/clock.ts";
import { codeOf, recoveryCodesIn, secretIn, setUpApp } from "../../support/second-factors.ts";
import { aSite, password } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";

const page = "/admin/settings/sign-in";
const path = `${page}/roles`;
const setup = "/account/security/setup";

async function anOwner(settings: Parameters<typeof aSite>[0] = {}, roles: Role[] = ["owner"]) {
  const site = await aSite(settings);
  const owner = await site.member({ roles });
  return { site, owner, browser: await site.signedIn(owner) };
}

const chosenIn = (body: string, name: string): string | undefined =>
  new RegExp(`name="${name}">[^]*?<option value="(\\w+)" selected`).exec(body)?.[1];
const typedIn = (body: string, name: string): string | undefined =>
  new RegExp(`name="${name}"[^>]*?value="([^"]*)"`).exec(body)?.[1];

void describe("An owner", () => {
  void test("sets second factors and lifetimes of roles, and others stay as they are", async () => {
    const { site, browser } = await anOwner({ secondFactorOff: ["student"] });
    await setUpApp(site, await site.member({ roles: ["manager"] }));
    const shown = await browser.open(page);
    assert.deepEqual(
      [chosenIn(shown.body, "factor_manager"), chosenIn(shown.body, "factor_student")],
      ["offered", "off"],
    );
    assert.equal(typedIn(shown.body, "idle_owner"), "");
    const fields = {
      factor_manager: "required",
      factor_student: "off",
      idle_manager: "30",
      idle_manager_unit: "minutes",
    };
    const saved = await browser.submit(
      shown,
      { ...fields, absolute_manager: "12", absolute_manager_unit: "hours" },
      path,
    );
    assert.equal(saved.address, `${page}?done=saved`);
    assert.equal(chosenIn(saved.body, "factor_manager"), "required");
    assert.deepEqual([typedIn(saved.body, "idle_manager"), typedIn(saved.body, "absolute_manager")], ["30", "12"]);
    const changed = (await auditOf(site)).find(({ action }) => action === "changeSettings");
    assert.deepEqual(changed!.details, {
      secondFactorRequired: ["manager"],
      secondFactorOff: ["student"],
      sessionIdleManager: 1800,
      sessionAbsoluteManager: 43_200,
    });
  });

  void test("who requires a second factor of owners sets one up next", async () => {
    const { browser } = await anOwner();
    const next = await browser.submit(await browser.open(page), { factor_owner: "required" }, path);
    assert.match(next.address, new RegExp(`^${setup}`));
    const code = await codeOf(secretIn(next));
    const codes = await browser.submit(
      next,
      { code },
      /action="(\/account\/security\/setup\/app[^"]*)"/.exec(next.body)![1],
    );
    assert.equal(recoveryCodesIn(codes).length, 10);
    assert.equal(chosenIn((await browser.open(page)).body, "factor_owner"), "required");
  });

  void test("confirms their identity first, and what they entered is kept", async () => {
    const { browser } = await anOwner();
    const shown = await browser.open(page);
    await later(11 * minute, async () => {
      const asked = await browser.submit(shown, { factor_lecturer: "required", idle_owner: "9" }, path);
      assert.match(asked.body, /Confirm that it is you/);
      const restored = await browser.submit(asked, { current: password });
      assert.equal(chosenIn(restored.body, "factor_lecturer"), "required");
      assert.equal(typedIn(restored.body, "idle_owner"), "9");
      assert.equal(chosenIn((await browser.open(page)).body, "factor_lecturer"), "offered");
    });
  });

  void test("gets the reason for a refused lifetime, and nothing is saved", async () => {
    const { site, browser } = await anOwner();
    const wrong = [
      ["idle_owner", "9", "minutes"],
      ["idle_owner", "367", "days"],
      ["idle_owner", "1.5", "hours"],
      ["absolute_owner", "59", "minutes"],
      ["absolute_owner", "-1", "hours"],
    ] as const;
    for (const [name, amount, unit] of wrong) {
      const refused = await browser.submit(await browser.open(page), { [name]: amount, [`${name}_unit`]: unit }, path);
      assert.equal(refused.status, 422, amount);
      assert.match(refused.body, new RegExp(`id="${name}-problem"`));
      assert.equal(typedIn(refused.body, name), amount);
    }
    assert.deepEqual(
      (await auditOf(site)).map(({ action }) => action),
      [],
    );
  });

  void test("cannot require one of students", async () => {
    const { browser } = await anOwner();
    const shown = await browser.open(page);
    assert.doesNotMatch(/name="factor_student">([^]*?)<\/select>/.exec(shown.body)![1]!, /required/);
    const saved = await browser.submit(shown, { factor_student: "required", factor_lecturer: "off" }, path);
    assert.equal(chosenIn(saved.body, "factor_student"), "offered");
  });
});

void test("Managers see the rules and cannot change them, by no form of a setting", async () => {
  const { site, owner, browser } = await anOwner({}, ["manager"]);
  const shown = await browser.open(page);
  assert.match(shown.body, /Offered: people decide/);
  assert.doesNotMatch(shown.body, /name="factor_owner"/);
  const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.open("/admin/security/limits")).body)![1]!;
  assert.equal((await browser.request("POST", path, { csrf, factor_owner: "off" })).statusCode, 403);
  const caller: SessionCaller = {
    kind: "session",
    sessionId: newId(),
    memberId: owner.id,
    accountId: owner.accountId,
    roles: ["manager"],
  };
  for (const settings of [{ secondFactorOff: ["owner"] }, { sessionIdleOwner: 0 }]) {
    await assert.rejects(perform(changeSiteSettings, { ...site.context(), caller }, { settings }), /owner of the site/);
  }
});
