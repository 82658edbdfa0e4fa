import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { findMember, findMemberByAccount } from "#domain/people/members/queries.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { aSite, type ASite, password } from "../../support/world.ts";
import { anAddress, askToSignUp, chosen, linkTo, signIn, signUp } from "../support/sign-up-forms.ts";

const open = { openSignUp: true };

const session = "__Host-lectern_session";

async function memberAt(site: ASite, email: string) {
  const account = await findAccountByEmail(database, email);
  return account && findMemberByAccount(site.context(), account.id);
}

void describe("Sign-up of a known address", () => {
  void test("A person with an account at another school joins with it, and keeps password and name there", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const { email, accountId } = await there.member({ name: "Ana There" });
    const browser = here.browser();
    await askToSignUp(browser, { name: "Ana Here", email, password: chosen });
    const page = await browser.open(await linkTo(email));
    assert.doesNotMatch(page.body, /name="password"/);
    const joined = await browser.submit(page, {});
    assert.equal(joined.address, "/sign-in?done=joined");
    assert.equal(browser.cookies.has(session), false, "The email alone does not replace the password.");

    const member = (await findMemberByAccount(here.context(), accountId))!;
    assert.deepEqual([member.name, member.roles, member.status], ["Ana Here", ["student"], "active"]);
    assert.equal((await signIn(here, email, chosen)).status, 401);
    assert.equal((await signIn(here, email, password)).address, "/learn");
    assert.equal((await findMemberByAccount(there.context(), accountId))!.name, "Ana There");
  });

  void test("A member is informed by email that they are one, with the sign-in address and no other link", async () => {
    const site = await aSite(open);
    const { email } = await site.member();
    await askToSignUp(site.browser(), { email });
    const [mail] = await mailsTo(email);
    assert.match(mail!.email.subject!, /already/);
    assert.ok(mail!.email.text!.includes(`${site.origin}/sign-in`));
    assert.throws(() => linkIn(mail!));
  });

  void test("A person invited here gets the email to claim their account, and keeps the role", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const invited = { email, name: "Bo", roles: ["lecturer"] } as const;
    const { id } = await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));
    const browser = site.browser();
    await askToSignUp(browser, { email });
    const address = await linkTo(email);
    assert.match(address, /^\/password\/new\?/);
    await browser.submit(await browser.open(address), { password: chosen });
    assert.equal((await signIn(site, email, chosen)).address, "/admin");
    const member = (await memberAt(site, email))!;
    assert.deepEqual([member.id, member.roles, member.status], [id, ["lecturer"], "active"]);
  });

  void test("A person invited at another school claims the account by signing up here, and accepts there by signing in", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const email = anAddress();
    const invited = { email, name: "Bo", roles: ["student"] } as const;
    const { id } = await database.transaction((db) => addMemberTo({ db, site: there.site }, invited, new Date()));
    const { page } = await signUp(here, { email });
    assert.equal(page.address, "/learn");
    assert.equal((await findMember(there.context(), id))!.status, "invited");
    assert.equal((await signIn(there, email, chosen)).address, "/learn");
    assert.equal((await findMember(there.context(), id))!.status, "active");
  });

  void test("An address that only compares equal gets no email: it goes to the address of the account", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const { email } = await there.member({ email: `i\u0307nci-${here.id}@example.test` });
    const alike = email.replace("i\u0307", "\u0130");
    await askToSignUp(here.browser(), { email: alike });
    assert.equal(await mailsInAll(email), 1);
    const [mail] = await mailsTo(email);
    assert.deepEqual(mail!.recipients, [email], "Not the typed address.");
    assert.match(mail!.email.subject!, /^Become a member/);

    const other = `\u0130nan-${here.id}@example.test`;
    const browser = here.browser();
    await askToSignUp(browser, { email: other });
    const page = await browser.open(await linkTo(other));
    await there.member({ email: other.replace("\u0130", "i\u0307") });
    assert.equal((await browser.submit(page, {})).status, 404);
  });

  void test("An address identifies one person regardless of its Unicode form", async () => {
    const site = await aSite(open);
    const email = anAddress();
    await signUp(site, { email });
    await askToSignUp(site.browser(), { email: email.toUpperCase() });
    const [, second] = await mailsTo(email, 2);
    assert.match(second!.email.subject!, /already/);
  });
});
