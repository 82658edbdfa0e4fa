import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { compose } from "#domain/messages/mail/compose-email.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import { type EmailKind, emailTextsIn } from "#domain/messages/mail/text/catalogue.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { aSite, type ASite, mailKey, siteAt } from "../support/world.ts";
import { anAddress, askForPassword, askToSignUp } from "../pages/support/sign-up-forms.ts";

const until = () => new Date(Date.now() + 3_600_000);

/** Sends an email to a unique address and returns it as it arrives. */
async function arrived(site: ASite, postbox = openPostbox(mailKey)) {
  const email = anAddress();
  const link = `${site.origin}/sign-up/confirm?link=lml_x`;
  await database.transaction((db) =>
    postbox.post({ ...site.context(), db }, { email, locale: "en", until: until() }, { kind: "signUp", link }),
  );
  return (await mailsTo(email))[0]!;
}

async function aSiteCalled(name: string): Promise<ASite> {
  const origin = `https://${newId()}.example.test`;
  return siteAt(await createSite(database, { origin, name, settings: { openSignUp: true } }, new Date()));
}

void describe("An email", () => {
  void test("has a text part first, an equal HTML part, the site as sender and no reply expected", async () => {
    const site = await aSite();
    const { email, raw, sender } = await arrived(site);
    const host = new URL(site.origin).hostname;
    assert.deepEqual(email.from, { name: "Harbour School", address: `no-reply@${host}` });
    assert.equal(sender, `no-reply@${host}`);
    assert.match(email.messageId!, new RegExp(`@${host}>$`));
    assert.equal(email.headers.find(({ key }) => key === "auto-submitted")?.value, "auto-generated");
    assert.ok(raw.indexOf("text/plain") < raw.indexOf("text/html"));
    const visibleText = (email.html ?? "").replaceAll(/<title>.*?<\/title>|<[^>]+>/gs, " ").replaceAll("&#39;", "'");
    for (const line of email.text!.split("\n").filter((text) => text.trim() !== "--")) {
      assert.ok(visibleText.includes(line.replace(/:$/, "").trim()), line);
    }
  });

  void test("loads no resources, links only to the site and contains no tracking", async () => {
    const site = await aSite();
    const { email } = await arrived(site);
    assert.doesNotMatch(email.html!, /<img|<link|<script|<iframe|url\(|src=/i);
    const addresses = [...email.html!.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address!);
    assert.ok(addresses.length >= 3);
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith(site.origin)),
      [],
    );
    assert.equal(email.attachments.length, 0);
  });

  void test("is sent from the configured address, in the name of the site", async () => {
    const site = await aSite();
    const { email, sender } = await arrived(site, openPostbox(mailKey, "school@mail.example.test"));
    assert.deepEqual(email.from, { name: "Harbour School", address: "school@mail.example.test" });
    assert.equal(sender, "school@mail.example.test");
  });

  void test("has one recipient and no injected header, whatever the names of the site and the person are", async () => {
    for (const name of [
      "Evil\r\nBcc: mallory@example.test",
      "Evil\nSubject: Lottery\n\nHello",
      'Evil" <mallory@example.test>, "',
      "=?utf-8?q?Evil=0D=0ABcc:_mallory@example.test?=",
      "Evil\u2028Bcc: mallory@example.test",
      "<b>Evil</b>",
    ]) {
      const site = await aSiteCalled(name);
      const email = anAddress();
      await askToSignUp(site.browser(), { name: "<b>Bartholomew</b>", email });
      const [mail] = await mailsTo(email);
      assert.deepEqual(mail!.recipients, [email]);
      assert.deepEqual(
        mail!.email.to?.map(({ address }) => address),
        [email],
      );
      assert.match(mail!.email.from!.address!, /^no-reply@/);
      for (const key of ["bcc", "cc"]) assert.ok(!mail!.email.headers.some((header) => header.key === key));
      assert.equal(mail!.email.headers.filter(({ key }) => key === "subject").length, 1);
      assert.doesNotMatch(mail!.email.text!, /^(Bcc|Subject|Hello)/m, "A name is a single line.");
      assert.doesNotMatch(mail!.email.html!, /<b>/);
      assert.ok(!mail!.email.text!.includes("Bartholomew"), "Text typed by a stranger is never mailed.");
    }
  });

  void test("uses the member's language, else that of the page, else the site's", async () => {
    const site = await aSite();
    const [member, other, third] = [await site.member(), await site.member(), await site.member()];
    await database.run`update members set locale = 'zh-TW' where site_id = ${site.id} and id = ${member.id}`;
    await askForPassword(site.browser({ "accept-language": "en" }), member.email);
    await askForPassword(site.browser({ "accept-language": "zh-TW" }), other.email);
    await askForPassword(site.browser(), third.email);
    const subjects = [];
    for (const { email } of [member, other, third]) subjects.push((await mailsTo(email))[0]!.email.subject!);
    assert.match(subjects[0]!, /設定新密碼/);
    assert.match(subjects[1]!, /設定新密碼/);
    assert.match(subjects[2]!, /^Choose a new password/);
  });

  void test("is not sent without a recipient or when its transaction is rolled back", async () => {
    const site = await aSite();
    const unknownAddress = anAddress();
    await askForPassword(site.browser(), unknownAddress);
    const late = anAddress();
    const postbox = openPostbox(mailKey);
    const failed = database.transaction(async (db) => {
      const to = { email: late, locale: "en", until: until() } as const;
      await postbox.post({ ...site.context(), db }, to, { kind: "signUp" });
      throw new Error("no");
    });
    await assert.rejects(failed, /no/);
    assert.deepEqual([await mailsInAll(unknownAddress), await mailsInAll(late)], [0, 0]);
  });

  void test("about a site with an IP address as host is sent from localhost", async () => {
    const origin = "http://127.9.8.7:8080";
    const site = siteAt(await createSite(database, { origin, name: "A school" }, new Date()));
    assert.equal((await arrived(site)).email.from!.address, "no-reply@localhost");
  });
});

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

void describe("The email templates", () => {
  /** Simplified forms of characters that are frequent in these texts. */
  const simplified = /[们这个来对时会为关开应权录码账户页网实现发变课学进载连设说请让认续从过还该给]/u;
  const kinds = Object.keys(emailTextsIn("en")) as EmailKind[];

  void test("have the same placeholders in both languages", () => {
    assert.deepEqual(Object.keys(emailTextsIn("zh-TW")), kinds);
    for (const kind of kinds) {
      const [english, chinese] = [emailTextsIn("en")[kind], emailTextsIn("zh-TW")[kind]];
      const textsOf = ({ subject, before, message = "", action, after }: typeof english) => [
        subject,
        ...before,
        message,
        action,
        ...after,
      ];
      assert.deepEqual(
        [chinese.before.length, chinese.after.length, chinese.action === ""],
        [english.before.length, english.after.length, english.action === ""],
        kind,
      );
      for (const [index, text] of textsOf(english).entries()) {
        assert.deepEqual(placeholders(textsOf(chinese)[index]!), placeholders(text), `${kind}: ${text}`);
      }
    }
  });

  void test("in Chinese use traditional characters and full-width punctuation", () => {
    for (const kind of kinds) {
      const { subject, before, action, after } = emailTextsIn("zh-TW")[kind];
      for (const text of [subject, ...before, action, ...after]) {
        assert.doesNotMatch(text.replaceAll(/\{\w+\}|\bWebhook\b|\bAPI\b/g, ""), /[A-Za-z,.;:?!()]/, text);
        assert.doesNotMatch(text, simplified, text);
      }
    }
  });

  void test("leave no placeholder unresolved", () => {
    const site = { name: "Harbour School", origin: "https://harbour.example.test" } as Parameters<typeof compose>[1];
    for (const locale of locales) {
      for (const kind of kinds) {
        const { subject, text, html } = compose(
          { kind, link: "https://x.test", email: "ana@example.test" },
          site,
          locale,
        );
        for (const part of [subject, text, html]) assert.doesNotMatch(part, /\{\w+\}/, kind);
      }
    }
  });
});
