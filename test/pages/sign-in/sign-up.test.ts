import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { findMemberByAccount } from "#domain/people/members/queries.ts";
import { later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { auditActions, auditOf, outboxOf } from "../../support/worlds/records.ts";
import { aSite, type ASite, authorizeUrl } from "../../support/world.ts";
import { alertOn, anAddress, askToSignUp, chosen, linkTo, signIn } from "../support/sign-up-forms.ts";

const open = { openSignUp: true };

const session = "__Host-lectern_session";

const hiddenOf = ({ body }: { body: string }) =>
  [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);

const csrfIn = ({ body }: { body: string }) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

async function memberAt(site: ASite, email: string) {
  const account = await findAccountByEmail(database, email);
  return account && findMemberByAccount(site.context(), account.id);
}

void describe("Signing up", () => {
  void test("A new person becomes a signed-in member after opening the link and pressing the button", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const browser = site.browser();
    const entrance = await browser.open("/sign-in");
    assert.match(entrance.body, /href="\/sign-up" class="button secondary">Create an account</);

    const requested = await askToSignUp(browser, { name: "Bo Lind", email });
    assert.equal(requested.status, 200);
    assert.equal(
      await findAccountByEmail(database, email),
      undefined,
      "Nothing is stored before the address is verified.",
    );

    const address = await linkTo(email);
    assert.match(address, /^\/sign-up\/confirm\?link=lml_[\w-]{43}$/);
    const page = await browser.open(address);
    assert.ok(page.body.includes("Bo Lind") && page.body.includes(email));
    assert.equal(await findAccountByEmail(database, email), undefined, "Opening the link changes nothing yet.");

    const confirmed = await browser.submit(page, {});
    assert.deepEqual([confirmed.address, confirmed.status], ["/learn", 200]);
    assert.match(browser.cookies.get(session)!, /^lss_/);

    const member = (await memberAt(site, email))!;
    assert.deepEqual(
      [member.name, member.roles, member.status, member.email],
      ["Bo Lind", ["student"], "active", email],
    );
    assert.ok((await findAccountByEmail(database, email))!.emailVerifiedAt);
    assert.deepEqual(await auditActions(site), ["requestSignUp", "signIn", "signUp"]);
    const entry = (await auditOf(site)).find(({ action }) => action === "signUp")!;
    assert.deepEqual([entry.actorKind, entry.memberId, entry.resourceType], ["anonymous", member.id, "member"]);
    const [event] = await outboxOf(site);
    assert.equal(event!.type, "member.created");
    assert.deepEqual([event!.data["id"], event!.data["roles"]], [event!.objectId, ["student"]]);
    assert.ok(!JSON.stringify(event!.data).includes("account"));

    assert.equal((await signIn(site, email, chosen)).address, "/learn");
  });

  void test("A link works once, also for concurrent submits", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const browser = site.browser();
    await askToSignUp(browser, { email });
    const address = await linkTo(email);
    const page = await browser.open(address);
    const presses = await Promise.all([1, 2, 3, 4].map(() => browser.submit(page, {})));
    assert.equal(presses.filter((press) => press.status === 200).length, 1);
    assert.equal(presses.filter((press) => press.status === 404).length, 3);
    assert.equal((await browser.open(address)).status, 404);
    assert.equal((await auditActions(site)).filter((action) => action === "signUp").length, 1);
  });

  void test("A link works for an hour", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const browser = site.browser();
    await askToSignUp(browser, { email });
    const address = await linkTo(email);
    const page = await browser.open(address);
    await later(60 * minute + 1, async () => {
      assert.equal((await browser.open(address)).status, 404);
      assert.equal((await browser.submit(page, {})).status, 404);
    });
    await later(59 * minute, async () => assert.equal((await browser.submit(page, {})).address, "/learn"));
  });

  void test("An unknown link and a link for another purpose are invalid", async () => {
    const site = await aSite(open);
    const browser = site.browser();
    const reset = (await site.member()).email;
    await browser.submit(await browser.open("/password/forgotten"), { email: reset });
    const foreign = (await linkTo(reset)).split("=")[1]!;
    const responses = new Set<string>();
    for (const link of ["", "x", `lml_${"A".repeat(43)}`, foreign, "%00", `${foreign}x`]) {
      const page = await browser.open(`/sign-up/confirm?link=${link}`);
      assert.equal(page.status, 404, link);
      responses.add(page.body);
    }
    assert.equal(responses.size, 1);
  });

  void test("In another browser the password is chosen again, so that the person who entered the address does not know it", async () => {
    const site = await aSite(open);
    const email = anAddress();
    const attackers = "attackers-own-choice-1";
    await askToSignUp(site.browser(), { name: "Mallory", email, password: attackers });

    const browser = site.browser();
    const page = await browser.open(await linkTo(email));
    assert.match(page.body, /name="password"/);
    const without = await browser.submit(page, {});
    assert.deepEqual([without.status, alertOn(without)], [422, "Enter a password."]);
    const weak = await browser.submit(page, { password: "short" });
    assert.equal(weak.status, 422);
    const nameless = await browser.submit(weak, { name: " ", password: chosen });
    assert.match(alertOn(nameless)!, /^Enter the name/);
    const done = await browser.submit(weak, { name: "Bo Lind", password: chosen });
    assert.equal(done.address, "/learn");
    assert.equal(
      (await memberAt(site, email))!.name,
      "Bo Lind",
      "The person who entered the address does not choose the name either.",
    );
    assert.match(
      browser.cookies.get(session)!,
      /^lss_/,
      "The password was chosen here, after the link of the mailbox.",
    );
    assert.equal((await signIn(site, email, attackers)).status, 401);
    assert.equal((await signIn(site, email, chosen)).address, "/learn");
  });

  void test("The email is sent again, also to a corrected address, and the password of the form applies", async () => {
    const site = await aSite(open);
    const [wrong, email] = [anAddress(), anAddress()];
    const browser = site.browser();
    const sent = await askToSignUp(browser, { email: wrong });
    assert.match(sent.body, /Wrong address\?/);
    assert.ok(!sent.body.includes(chosen));
    await browser.submit(sent, { email: wrong });
    await mailsTo(wrong, 2);
    const corrected = await browser.submit(sent, { email });
    assert.ok(corrected.body.includes(email));
    const other = site.browser();
    const forged = { ...Object.fromEntries(hiddenOf(sent)), email, csrf: csrfIn(await other.open("/sign-up")) };
    assert.equal(
      (await other.open("/sign-up", forged)).status,
      422,
      "The page works in the browser with the form only.",
    );
    assert.equal((await browser.submit(await browser.open(await linkTo(email)), {})).address, "/learn");
    assert.equal((await signIn(site, email, chosen)).address, "/learn");
  });

  void test("A signed-in member stays signed in when opening a link that another person requested", async () => {
    const site = await aSite(open);
    const email = anAddress();
    await askToSignUp(site.browser(), { email });
    const victim = await site.signedIn(await site.member({ name: "Victoria" }));
    const before = victim.cookies.get(session);
    await victim.submit(await victim.open(await linkTo(email)), { password: chosen }, "/sign-up/confirm");
    assert.equal(victim.cookies.get(session), before);
  });

  void test("A person sent by an application returns to it and sees the consent page", async () => {
    const site = await aSite(open);
    const client = await site.register({ client_name: "Reader" });
    const browser = site.browser();
    const email = anAddress();
    const entrance = await browser.open(authorizeUrl(client).url);
    const way = /href="(\/sign-up\?authorization=aut_\w+)"/.exec(entrance.body)![1]!;
    const form = await browser.open(way);
    assert.ok(form.body.includes("Reader"));
    await browser.submit(form, { name: "Bo", email, password: chosen });
    const consent = await browser.submit(await browser.open(await linkTo(email)), {});
    assert.match(consent.address, /^\/consent\?authorization=/);
    assert.match(consent.body, /Allow/);
    const end = await browser.submit(consent, { decision: "allow" });
    assert.match(end.address, /^http:\/\/127\.0\.0\.1:43117\/callback\?.*code=lac_/);
  });

  void test("The account is created even if the application's request has expired", async () => {
    const site = await aSite({ ...open, authorizationRequestLifetime: 60 });
    const browser = site.browser();
    const email = anAddress();
    const entrance = await browser.open(authorizeUrl(await site.register()).url);
    const way = /href="(\/sign-up\?authorization=aut_\w+)"/.exec(entrance.body)![1]!;
    await browser.submit(await browser.open(way), { name: "Bo", email, password: chosen });
    const address = await linkTo(email);
    await later(2 * minute, async () =>
      assert.equal((await browser.submit(await browser.open(address), {})).address, "/learn"),
    );
  });
});
