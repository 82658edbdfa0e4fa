import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { aSite, type ASite, password } from "../../support/world.ts";
import { inTurn, lockRow } from "../../rest/support/at-once.ts";
import { operatorOf } from "../../rest/support/operator.ts";

const newPassword = "tobak-lurin-mefot";

/** A member's requests for a new session and a new password, each with its form open. */
async function aMemberInTwoBrowsers(site: ASite) {
  const member = await site.member();
  const [browser, signedIn] = [site.browser(), await site.signedIn(member)];
  const [signInForm, account] = [await browser.open("/sign-in"), await signedIn.open("/account/password")];
  return {
    member,
    signIn: () => browser.submit(signInForm, { email: member.email, password }),
    change: () => signedIn.submit(account, { current: password, password: newPassword, again: newPassword }),
  };
}

const passwordHashOf = async (accountId: string) =>
  (await database.one<{ hash: string }>`select password_hash as hash from accounts where id = ${accountId}`).hash;

void describe("A sign-in beside a change of the same person's password", () => {
  for (const first of ["sign-in", "change"] as const) {
    void test(`waits for it and does not deadlock, if the ${first} comes first`, async () => {
      const site = await aSite();
      const { member, signIn, change } = await aMemberInTwoBrowsers(site);
      const before = await passwordHashOf(member.accountId);
      const operator = await operatorOf(site, "members:read");
      // Both need the account and the member. The first has locked the account and waits for the member.
      const lock = await lockRow(operator, { table: "members", id: member.id, against: "no key update" });
      const [one, other] = await inTurn(
        lock,
        ...(first === "sign-in" ? ([signIn, change] as const) : ([change, signIn] as const)),
      );
      const [signedIn, changed] = first === "sign-in" ? [one, other] : [other, one];
      assert.equal(changed.status, 200, changed.body);
      assert.notEqual(await passwordHashOf(member.accountId), before);
      // After the change, the former password is refused.
      assert.equal(signedIn.status, first === "sign-in" ? 200 : 401);
    });
  }
});
