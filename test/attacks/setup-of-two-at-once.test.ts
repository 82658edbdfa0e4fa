import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../support/databases/database.ts";
import { codeOf, enterPassword, secretIn } from "../support/second-factors.ts";
import { passkeyOptionsIn, SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { aSite } from "../support/world.ts";

const setup = "/account/security/setup";

void test("Two sessions that set up the required factor at the same time add one factor", async () => {
  const site = await aSite({ secondFactorRequired: ["manager"] });
  for (let round = 0; round < 8; round++) {
    const member = await site.member({ roles: ["manager"] });
    const [person, thief] = [site.browser(), site.browser()];
    const page = await enterPassword(person, member);
    const other = await enterPassword(thief, member);
    const passkey = new SoftwareAuthenticator(site.origin).register(passkeyOptionsIn(page));
    const code = await codeOf(secretIn(other));
    const ends = await Promise.all([
      person.submit(page, { name: "Laptop", passkey }, `${setup}/passkey`),
      thief.submit(other, { code }, `${setup}/app`),
    ]);
    const [found] = await database.many<{ factors: number }>`
      select (select count(*)::int from passkeys where site_id = ${site.id} and member_id = ${member.id})
           + (select count(*)::int from authenticator_apps where site_id = ${site.id} and member_id = ${member.id}) as factors`;
    assert.equal(found!.factors, 1, ends.map(({ status, address }) => `${status} ${address}`).join(", "));
  }
});
