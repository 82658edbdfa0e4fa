import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { findMember, findMemberByAccount } from "#domain/people/members/queries.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { database } from "../support/database.ts";
import { linkIn, mailsInAll, mailsTo } from "../support/mailroom.ts";
import { aSite, type ASite, password } from "../support/world.ts";
import { anAddress, askToSignUp, chosen, linkTo, signIn, signUp } from "./support/getting-in.ts";

const open = { openSignUp: true };

const session = "__Host-lectern_session";

async function memberAt(site: ASite, email: string) {
  const account = await findAccountByEmail(database, email);
  return account && findMemberByAccount(site.context(), account.id);
}

void describe("Whoever signs up and is known already", () => {
  void test("A person with an account from another school joins with it: password and name there stay", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const { email, accountId } = await there.member({ name: "Ana There" });
    const browser = here.browser();
    await askToSignUp(browser, { name: "Ana Here", email, password: chosen });
    const page = await browser.open(await linkTo(email));
    assert.doesNotMatch(page.body, /name="password"/);
    const joined = await browser.submit(page, {});
    assert.equal(joined.address, "/sign-in?done=joined");
    assert.equal(browser.cookies.has(session), false, "The mail alone is no password.");

    const member = (await findMemberByAccount(here.context(), accountId))!;
    assert.deepEqual([member.name, member.roles, member.status], ["Ana Here", ["student"], "active"]);
    assert.equal((await signIn(here, email, chosen)).status, 401);
    assert.equal((await signIn(here, email, password)).address, "/account");
    assert.equal((await findMemberByAccount(there.context(), accountId))!.name, "Ana There");
  });

  void test("A member is told in the mail that they are one, and where to sign in; there is no other link", async () => {
    const site = await aSite(open);
    const { email } = await site.member();
    await askToSignUp(site.browser(), { email });
    const [mail] = await mailsTo(email);
    assert.match(mail!.email.subject!, /already/);
    assert.ok(mail!.email.text!.includes(`${site.origin}/sign-in`));
    assert.throws(() => linkIn(mail!));
  });

  void test("Somebody invited here gets the mail with which they claim their account, and keeps their role", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const invited = { email, name: "Bo", roles: ["lecturer"] } as const;
    const { id } = await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));
    const browser = site.browser();
    await askToSignUp(browser, { email });
    const address = await linkTo(email);
    assert.match(address, /^\/password\/new\?/);
    await browser.submit(await browser.open(address), { password: chosen });
    assert.equal((await signIn(site, email, chosen)).address, "/account");
    const member = (await memberAt(site, email))!;
    assert.deepEqual([member.id, member.roles, member.status], [id, ["lecturer"], "active"]);
  });

  void test("Somebody invited at another school claims the account by signing up here, and accepts there by signing in", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const email = anAddress();
    const invited = { email, name: "Bo", roles: ["student"] } as const;
    const { id } = await database.transaction((db) => addMemberTo({ db, site: there.site }, invited, new Date()));
    const { page } = await signUp(here, { email });
    assert.equal(page.address, "/account");
    assert.equal((await findMember(there.context(), id))!.status, "invited");
    assert.equal((await signIn(there, email, chosen)).address, "/account");
    assert.equal((await findMember(there.context(), id))!.status, "active");
  });

  void test("What only compares equal to a person's address is sent nothing: their mail goes where their account has it", async () => {
    const [here, there] = [await aSite(open), await aSite()];
    const { email } = await there.member({ email: `i\u0307nci-${here.id}@example.test` });
    const alike = email.replace("i\u0307", "\u0130");
    await askToSignUp(here.browser(), { email: alike });
    assert.equal(await mailsInAll(email), 1);
    const [mail] = await mailsTo(email);
    assert.deepEqual(mail!.recipients, [email], "Not the one that was typed.");
    assert.match(mail!.email.subject!, /^Become a member/);

    const other = `\u0130nan-${here.id}@example.test`;
    const browser = here.browser();
    await askToSignUp(browser, { email: other });
    const page = await browser.open(await linkTo(other));
    await there.member({ email: other.replace("\u0130", "i\u0307") });
    assert.equal((await browser.submit(page, {})).status, 404);
  });

  void test("An address is one person however its letters are written", async () => {
    const site = await aSite(open);
    const email = anAddress();
    await signUp(site, { email });
    await askToSignUp(site.browser(), { email: email.toUpperCase() });
    const [, second] = await mailsTo(email, 2);
    assert.match(second!.email.subject!, /already/);
  });
});
