import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anApplication } from "../support/doubles/document-web.ts";
import { aSite, type ASite, loopbackRedirect } from "../support/world.ts";
import { requested, textOf } from "../pages/support/asked.ts";
import { ask } from "./support/ask.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { asks, aSiteOnline, assertAccepted, assertRefusedOnPage, clientOf } from "./support/document-client.ts";
import { met, review } from "./support/met-application.ts";

const register = (site: ASite, client_name: string) =>
  site.post("/api/oauth/register", { client_name, redirect_uris: [loopbackRedirect] });

const hidden: [string, string][] = [
  ["a zero width space alone", "\u200b"],
  ["a Hangul filler alone", "\u3164"],
  ["a braille blank alone", "\u2800"],
  ["tag characters", "Reader\u{e0052}\u{e0065}"],
  ["a soft hyphen", "Rea\u00adder"],
  ["a zero width space between letters", "Rea\u200bder"],
  ["a joiner between Latin letters", "Rea\u200dder"],
  ["a joiner at the end of a Persian word", "می\u200c"],
  ["a word joiner", "Rea\u2060der"],
  ["a byte order mark", "Rea\ufeffder"],
  ["a private use character", "Reader \ue000"],
  ["an object replacement character", "Reader \ufffc"],
  ["a hieroglyph format control", "Reader\u{13430}"],
  ["punctuation alone", "..."],
  ["an emoji alone", "🚀"],
  ["ten marks on one letter", `Re${"\u0301".repeat(10)}ader`],
];

const legitimate = [
  "Café Élan",
  "می\u200cخواهم",
  "क्\u200dष रीडर",
  "ශ්\u200dරී ලංකා",
  "👩\u200d💻 Coder",
  "❤\ufe0f Notes",
  "學習助手",
  "Harbour Notes",
  "School of Rock",
];

const imitations = [
  "Harbour School",
  "harbour  school",
  "HARBOUR-SCHOOL",
  "Official Harbour School App",
  "HarbourSchool",
  "H a r b o u r S c h o o l",
  "Ηarbоur Sсhооl",
  "Ｈａｒｂｏｕｒ Ｓｃｈｏｏｌ",
  "Harb0ur SchooI",
  "Hàrbour Schöol",
  "Hᴀʀʙᴏᴜʀ Sᴄʜᴏᴏʟ",
  "App 🅷🅰🆁🅱🅾🆄🆁 🆂🅲🅷🅾🅾🅻",
  "🅗🅐🅡🅑🅞🅤🅡 School",
  "🇭🇦🇷🇧🇴🇺🇷 School",
];

const named = async (client_name: string) => {
  const { page } = await requested({}, (site) => site.register({ client_name }));
  return /Its name does not prove that it is ([^.]+?) ?\./.exec(textOf(page))?.[1];
};

void describe("The name of a client that registers", () => {
  for (const [what, name] of hidden) {
    void test(`is rejected with ${what}`, async () => {
      const site = await aSite();
      assertRefused(await register(site, name), 400, "invalid_client_metadata", /^client_name/);
    });
  }

  void test("can contain joiners where its script or an emoji needs them", async () => {
    const site = await aSite();
    for (const name of legitimate) assert.equal((await register(site, name)).statusCode, 201, name);
  });

  void test("is rejected if it equals, contains or resembles the name of the school", async () => {
    const site = await aSite();
    for (const name of imitations) {
      assertRefused(await register(site, name), 400, "invalid_client_metadata", /name of this school/);
    }
  });

  void test("can contain a short school name inside a word, but not as a word", async () => {
    const { site: stored } = await aSite();
    assert.equal(stored.name, "Harbour School");
    const site = await aSite({}, undefined, "Go");
    for (const name of ["Google", "Mongo Shell"]) assert.equal((await register(site, name)).statusCode, 201, name);
    for (const name of ["Go", "Go Official", "The G.o. App"]) {
      assertRefused(await register(site, name), 400, "invalid_client_metadata", /name of this school/);
    }
  });
});

void describe("The name in a client's metadata document", () => {
  void test("is rejected with invisible characters", async () => {
    for (const [, client_name] of hidden) {
      await assertRefusedOnPage(await aSiteOnline(), clientOf(anApplication({ client_name })), /client_name/);
    }
    await assertAccepted(await aSiteOnline(), clientOf(anApplication({ client_name: "می\u200cخواهم" })));
  });

  void test("shows the name of the school only after the school has reviewed the client", async () => {
    const of = await met({ client_name: "Harbour Sсhool" });
    await assertRefusedOnPage(of.site, of.client, /contains the name of this school/);
    await review(of, "approved");
    await assertAccepted(of.site, of.client);
  });
});

/** A client of a school that has taken its name since. */
const renamed = (site: ASite) =>
  site.operatorClient({
    origin: "registered",
    audience: "operator",
    name: "Harbour School",
    redirectUris: [loopbackRedirect],
  });

void describe("The consent page", () => {
  void test("shows, like every page of a request, the address of a client that has the new name of a renamed school", async () => {
    const { site, client, member, page } = await requested({}, renamed);
    assert.match(textOf(page), /Allow 127\.0\.0\.1:43117 to use your account at Harbour School/);
    const signIn = await ask(site, client);
    assert.match(textOf(signIn), /127\.0\.0\.1:43117 asks you to sign in/);
    const browser = await site.signedIn(member);
    assert.match(textOf(await ask(site, client, { prompt: "select_account" }, browser)), /127\.0\.0\.1:43117/);
    const logout = await browser.open(`/oauth/logout?client_id=${client.clientId}`);
    assert.match(textOf(logout), /127\.0\.0\.1:43117/);
    await site.connect(client, member, "openid");
    const { body } = await (await site.signedIn(member)).open("/account");
    assert.match(body, /<h3>[^]*?127\.0\.0\.1/);
  });

  void test("names the well-known program, or the school, whose name an unvetted client carries or resembles", async () => {
    assert.equal(await named("Claude Code (Lectern)"), "Claude Code");
    assert.equal(await named("Сlаudе"), "Claude");
    assert.equal(await named("Official ChatGPT App"), "ChatGPT");
    assert.equal(await named("V S C o d e"), "VS Code");
    assert.equal(await named("Reader"), undefined);
    const { page } = await requested({}, renamed);
    assert.match(textOf(page), /Its name does not prove that it is Harbour School ?\./);
    const own = { name: "Claude" };
    assert.doesNotMatch(textOf((await requested({}, (site) => site.operatorClient(own))).page), /does not prove/);
  });

  void test("warns of every unreviewed client, and of no other", async () => {
    const warning = /Harbour School has not reviewed this app\./;
    assert.match(textOf((await requested()).page), warning);
    assert.doesNotMatch(textOf((await requested({}, (site) => site.operatorClient())).page), warning);

    const of = await met();
    const page = async () => textOf(await asks(of.site, of.client, {}, await of.site.signedIn(of.owner)));
    assert.match(await page(), warning);
    await review(of, "approved");
    assert.doesNotMatch(await page(), warning);
  });
});
