import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { newId, parseId } from "#domain/platform/ids.ts";
import { launchBrowser } from "../../support/browser.ts";
import { linkIn, mailAbout, mailsTo } from "../../support/doubles/mailroom.ts";
import { enrollMember } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anAddress, chosen } from "../support/sign-up-forms.ts";
import { aSchoolForAWeek, Week } from "../support/week.ts";

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

void describe("The week of", () => {
  let live: LiveSite;
  let browser: Browser;
  let school: Awaited<ReturnType<typeof aSchoolForAWeek>>;

  before(async () => {
    live = await aLiveSite({ openSignUp: true });
    browser = await launchBrowser();
    school = await aSchoolForAWeek(live);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** A student of the free course. */
  async function aStudent() {
    const member = await live.site.member({ name: "Bo Lind", email: `${newId()}@example.test` });
    await enrollMember(live.site, member, { id: parseId("course", school.free.id)! });
    return member;
  }

  void test("a visitor on a phone: three pages and the provider's from the catalog to the first lecture, and a password by the receipt", async () => {
    const week = await Week.of(live, browser, phone);
    await week.open("/courses");
    week.loaded.length = 0;
    await week.press("Splicing ropes", "link");
    await week.press(/^Buy/, "link");
    const email = anAddress();
    await week.page.getByLabel("Email address").fill(email);
    await week.page.getByLabel("Test payment").check();
    await week.press(/^Pay/);
    await week.press("The payment succeeds");
    await week.sees("Thank you for your purchase.");
    await week.press("Start now", "link");
    await week.sees("A loop that does not slip.");
    const between = week.loaded.slice(0, -1).filter((path) => !path.startsWith("/checkout/test/"));
    assert.deepEqual(
      between.map((path) => path.split("/")[1]),
      ["courses", "checkout", "orders"],
    );
    await week.open(linkIn((await mailsTo(email, 1)).at(-1)!));
    await week.page.getByLabel("Name").fill("Bo Lind");
    await week.page.getByLabel("Password", { exact: true }).fill(chosen);
    await week.press(/^(Confirm|Create|Save|Continue)/);
    await week.open("/learn");
    await week.sees("Splicing ropes");
    await week.end();
  });

  void test("a buyer on a laptop: an event found by search, one form and one mail link, a membership, its receipt and its end", async () => {
    const week = await Week.of(live, browser, { viewport: { width: 1440, height: 900 } });
    const { page } = week;
    await week.open("/search?q=harbour");
    await week.press("Harbour night", "link");
    await week.press(/^Register for free/, "link");
    const email = anAddress();
    const signUp = page.locator("form[action^='/sign-up']");
    await signUp.getByLabel("Name").fill("Bo Lind");
    await signUp.getByLabel("Email address").fill(email);
    await signUp.getByLabel("Password").fill(chosen);
    await week.press("Create account");
    await week.open(linkIn((await mailsTo(email, 1)).at(-1)!));
    await week.press("Create account");
    await week.sees("You are registered");
    const confirmed = await mailAbout(email, /Harbour night/);
    assert.ok(confirmed.email.attachments.some(({ mimeType }) => mimeType.includes("calendar")));
    await week.press("All my events", "link");
    await week.sees("Harbour night");
    await week.press("Memberships", "link");
    await week.press("Crew", "link");
    await week.press(/^Buy/, "link");
    await page.getByLabel("Test payment").check();
    await week.press(/^Pay/);
    await week.press("The payment succeeds");
    const receipt = await page.getByRole("link", { name: /receipt/i }).getAttribute("href");
    const pdf = await page.request.get(week.origin + receipt!);
    assert.equal((await pdf.body()).subarray(0, 5).toString(), "%PDF-");
    await week.press("Start now", "link");
    await week.sees("Included in your membership", "Splicing ropes");
    await week.open("/orders");
    await week.press("Crew", "link");
    await week.press(/^Cancel/);
    await week.sees(/ends on|Canceled|until/);
    await week.end();
  });

  void test("a returning student: on with the lecture, a quiz on two devices, the last lecture and the completed course", async () => {
    const member = await aStudent();
    const week = await Week.of(live, browser, { viewport: { width: 820, height: 1180 } });
    await week.signedIn(live.site, member);
    await week.open("/learn");
    await week.press(/^(Continue|Start)/, "link");
    await week.press(/^Done/);
    await week.sees("Around a post.");
    await week.open("/learn");
    await week.press(/^Continue/, "link");
    await week.press(/^Done/);
    await week.press("Start quiz");
    await week.page.getByRole("radio", { name: "Bowline" }).check();
    await week.sees(/^Saved at/);

    const other = await Week.of(live, browser, phone);
    await other.signedIn(live.site, member);
    await other.open("/learn");
    await other.press(/^Continue/, "link");
    await other.sees("1 of 2 answered", "A clove hitch is tied around a post.");
    await other.page.getByRole("button", { name: "Previous" }).click();
    assert.ok(await other.page.getByRole("radio", { name: "Bowline" }).isChecked());
    await other.page.getByRole("button", { name: "Next" }).click();
    await other.page.getByRole("radio", { name: "True" }).check();
    await other.sees(/^Saved at/);
    await other.press(/^Submit/);
    await other.sees("Passed.");
    await other.press(/achieved/, "link");
    await other.sees("Congratulations, Bo Lind!");
    await other.press(/5/);
    await other.end();
    await week.end();
  });

  void test("a person with a keyboard alone: sign-in, a lecture, an answer, a comment and sign-out", async () => {
    const member = await aStudent();
    const week = await Week.of(live, browser, { viewport: { width: 1200, height: 900 } });
    const { page } = week;
    await week.open("/sign-in?return_to=/learn");
    await week.tabTo(/^Email address/);
    await page.keyboard.type(member.email);
    await week.tabTo(/^Password/);
    await page.keyboard.type(week.password);
    await week.enter();
    await week.tabTo(/^(Continue|Start)/);
    await week.enter();
    await week.tabTo(/^Done/);
    await week.enter();
    await week.tabTo(/^Done/);
    await week.enter();
    await week.tabTo("Start quiz");
    await week.enter();
    await week.tabTo("Bowline");
    await page.keyboard.press("Space");
    await week.sees(/^Saved at/);
    await week.tabTo("Your comment");
    await page.keyboard.type("How long is the rope?");
    await week.tabTo("Post comment");
    await week.enter();
    await week.sees("How long is the rope?");
    await week.open("/learn");
    await week.tabTo(/Bo Lind|Account|menu/i);
    await page.keyboard.press("Enter");
    await week.tabTo("Sign out");
    await week.enter();
    await week.tabTo("Sign out");
    await week.enter();
    await week.open("/learn");
    assert.equal(new URL(page.url()).pathname, "/sign-in");
    await week.end();
  });

  void test("a student in Chinese in the dark: free enrollment, one form, one mail link, a lecture and the own page", async () => {
    const week = await Week.of(live, browser, { ...phone, locale: "zh-TW", colorScheme: "dark" });
    const { page } = week;
    await week.open("/courses/knots-for-everyone");
    await week.press("免費加入課程", "link");
    const email = anAddress();
    const signUp = page.locator("form[action^='/sign-up']");
    await signUp.locator("[name=name]").fill("林寶");
    await signUp.locator("[name=email]").fill(email);
    await signUp.locator("[name=password]").fill(chosen);
    await week.press("建立帳號");
    const mail = (await mailsTo(email, 1)).at(-1)!;
    assert.match(mail.email.subject ?? "", /\p{Script=Han}/u);
    await week.open(linkIn(mail));
    await week.press("建立帳號");
    assert.equal(new URL(page.url()).pathname, "/learn/knots-for-everyone");
    await week.press("The bowline", "link");
    await week.press(/^完成/);
    await week.open("/learn");
    await week.sees("我的學習");
    assert.equal(await page.locator("html").getAttribute("lang"), "zh-TW");
    await week.end();
  });
});
