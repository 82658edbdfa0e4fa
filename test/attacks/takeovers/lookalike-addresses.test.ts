import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { isSignedIn } from "../../support/second-factors.ts";
import { password } from "../../support/world.ts";
import { askForPassword, askToSignUp, signIn } from "../../pages/support/sign-up-forms.ts";
import { askForCode, aSiteWithCodes } from "../../pages/sign-in/support/mailed-codes.ts";
import { aConnectedSite, personAt, signInWith } from "../../pages/sign-in/support/provider-site.ts";

/** Addresses of an attacker that people, or programs, could take for that of the victim. */
const lookalikes: Record<string, (email: string) => string> = {
  "with a Cyrillic letter in the name": (email) => email.replace("a", "а"),
  "with a Cyrillic letter in the domain": (email) => email.replace("@h", "@һ"),
  "with a fullwidth letter": (email) => email.replace("a", "ａ"),
  "with an accent": (email) => email.replace("a", "á"),
  "with a combining accent": (email) => email.replace("a", "a\u0301"),
  "with a dotless i for an i": (email) => email.replace("i", "ı"),
  "with a sharp s for ss": (email) => email.replace("ss", "ß"),
  "with a tag after a plus sign": (email) => email.replace("@", "+x@"),
  "with a dot in the name": (email) => email.replace("-", ".-"),
  "with another top-level domain": (email) => `${email}.evil.example`,
  "at a subdomain": (email) => email.replace("@", "@mail."),
  "at a domain without hyphens": (email) => email.replace("harbour-", "harbour"),
};

/** The victim at a school, whose address has the letters to imitate. */
async function aVictim() {
  const site = await aSiteWithCodes({ openSignUp: true });
  const email = `anissa-${newId()}@harbour-${newId()}.example`;
  return { site, email, member: await site.member({ email }) };
}

void describe("A lookalike of the victim's address opens nothing", () => {
  for (const [name, imitate] of Object.entries(lookalikes)) {
    void test(name, async () => {
      const { site, email, member } = await aVictim();
      const imitated = imitate(email);
      assert.notEqual(imitated, email);
      const browser = site.browser();
      assert.notEqual((await signIn(site, imitated, password, browser)).address, "/learn");
      assert.equal(await isSignedIn(browser), false);

      // No email about the victim's account goes to the attacker, and none to the victim.
      await askForPassword(site.browser(), imitated);
      await askForCode(site.browser(), imitated);
      assert.deepEqual([await mailsInAll(imitated), await mailsInAll(email)], [0, 0]);

      // A sign-up makes a person of its own.
      await askToSignUp(site.browser(), { email: imitated });
      const accounts = await database.many<{ id: string }>`
        select accounts.id from accounts join members on members.account_id = accounts.id
         where members.site_id = ${site.id}`;
      assert.deepEqual(
        accounts.map(({ id }) => id),
        [member.accountId],
      );
    });
  }

  void test("spelled in capitals, it is the victim's, and emails go to the victim as the account writes it", async () => {
    const { site, email } = await aVictim();
    const capitals = email.toUpperCase();
    await askForPassword(site.browser(), capitals);
    const [mail] = await mailsTo(email);
    assert.deepEqual(mail!.recipients, [email]);
  });

  void test("two addresses in one field get no email", async () => {
    const { site, email } = await aVictim();
    for (const both of [
      `${email},mallory@evil.example`,
      `${email} mallory@evil.example`,
      `mallory@evil.example\r\nBcc: ${email}`,
    ]) {
      await askForPassword(site.browser(), both);
      assert.deepEqual([await mailsInAll(email), await mailsInAll("mallory@evil.example")], [0, 0]);
    }
  });

  void test("from a provider that the school trusts for the victim's domain only", async () => {
    const connected = await aConnectedSite();
    const email = `anissa@${connected.domain}`;
    const victim = await connected.site.member({ email });
    const domains = [
      connected.domain.replace(".example", ".ехample"),
      `${connected.domain}.evil.example`,
      `mail.${connected.domain}`,
      connected.domain.replace("-", ""),
    ];
    for (const domain of domains) {
      const { page, browser } = await signInWith(connected, personAt("", { email: `anissa@${domain}` }));
      assert.equal(page.status, 403, domain);
      assert.equal(await isSignedIn(browser), false);
    }
    for (const local of ["аnissa", "ａnissa", "anıssa", "anissa+x"]) {
      const { page } = await signInWith(connected, personAt("", { email: `${local}@${connected.domain}` }));
      assert.equal(page.address, "/learn", local);
    }
    const linked = await database.many`
      select 1 from identities where site_id = ${connected.site.id} and member_id = ${victim.id}`;
    assert.equal(linked.length, 0);
  });
});
