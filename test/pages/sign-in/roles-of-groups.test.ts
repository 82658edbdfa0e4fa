import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aConnectedSite, memberIn, personAt, rolesOf, signInWith } from "./support/provider-site.ts";

const groupRoles = { teachers: ["lecturer"], heads: ["manager", "lecturer"], board: ["owner"] } as const;

void describe("Roles of groups", () => {
  void test("follow the groups at each sign-in, and a person keeps a role", async () => {
    const connected = await aConnectedSite({ groupRoles });
    const claims = personAt(connected.domain);
    const cases: [groups: unknown, roles: string[]][] = [
      [["teachers"], ["lecturer", "student"]],
      [
        ["heads", "unknown"],
        ["manager", "lecturer", "student"],
      ],
      ["teachers", ["lecturer", "student"]],
      [[], ["student"]],
      [["board"], ["owner", "student"]],
    ];
    for (const [groups, roles] of cases) {
      await signInWith(connected, { ...claims, groups });
      assert.deepEqual(await rolesOf(connected.site, claims.email), roles, JSON.stringify(groups));
    }
    const changes = (await auditOf(connected.site)).filter(({ action }) => action === "applyGroupRoles");
    assert.equal(changes.length, 5);
  });

  void test("do not touch roles that staff gave", async () => {
    const connected = await aConnectedSite({ groupRoles });
    const { email } = await connected.site.member({
      email: `ana@${connected.domain}`,
      roles: ["manager", "lecturer"],
    });
    const claims = personAt(connected.domain);
    for (const groups of [["teachers"], []]) {
      await signInWith(connected, { ...claims, groups });
      assert.deepEqual(await rolesOf(connected.site, email), ["manager", "lecturer"]);
    }
  });

  void test("leave the school an owner", async () => {
    const connected = await aConnectedSite({ groupRoles });
    const claims = personAt(connected.domain);
    await signInWith(connected, { ...claims, groups: ["board"] });
    await signInWith(connected, { ...claims, groups: [] });
    assert.deepEqual(await rolesOf(connected.site, claims.email), ["owner", "student"]);
    await connected.site.member({ roles: ["owner"] });
    await signInWith(connected, { ...claims, groups: [] });
    assert.deepEqual(await rolesOf(connected.site, claims.email), ["student"]);
  });

  void test("give nothing for names that only look like groups", async () => {
    const connected = await aConnectedSite({ groupRoles });
    const claims = personAt(connected.domain);
    for (const groups of [["Board"], ["board "], [{ board: true }], { board: true }, ["__proto__", "constructor"], 1]) {
      const { browser } = await signInWith(connected, { ...claims, groups });
      assert.notEqual(await memberIn(browser), undefined);
      assert.deepEqual(await rolesOf(connected.site, claims.email), ["student"], JSON.stringify(groups));
    }
  });

  void test("are read in nested claims, and in UserInfo", async () => {
    const connected = await aConnectedSite({ groupRoles, groupsClaim: "realm_access.roles" });
    const claims = personAt(connected.domain);
    connected.provider.manners = { userInfo: { realm_access: { roles: ["teachers"] } } };
    await signInWith(connected, claims);
    assert.deepEqual(await rolesOf(connected.site, claims.email), ["lecturer", "student"]);
  });
});

void test("An invited person accepts the invitation, with its roles", async () => {
  const connected = await aConnectedSite({ createsMembers: false });
  const { db, site } = connected.site.context();
  const email = `ana@${connected.domain}`;
  const invited = { email, name: null, roles: ["lecturer"] } as const;
  await db.transaction((inside) => addMemberTo({ db: inside, site }, invited, new Date()));
  const { page } = await signInWith(connected, personAt(connected.domain));
  assert.equal(page.address, "/admin");
  assert.deepEqual(await rolesOf(connected.site, email), ["lecturer"]);
});
