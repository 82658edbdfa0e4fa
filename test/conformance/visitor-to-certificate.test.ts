import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { assertStatus } from "../support/assert-status.ts";
import { aPaidCourse } from "../pages/support/buyer.ts";
import { created, type Made } from "../pages/support/free-school.ts";
import { anAddress, chosen, linkTo } from "../pages/support/sign-up-forms.ts";
import { aStripeAccount, stripeAddress } from "../pages/support/stripe-emulator.ts";
import { aStripeShop } from "../pages/support/stripe-shop.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { launchBrowser } from "../support/browser.ts";
import { minute } from "../support/clock.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aPerson, signIn } from "../support/worlds/person.ts";
import { type Badge, verifyBadge } from "../support/verifier/verify-badge.ts";
import { collectComplaints } from "../support/browsers/collect-complaints.ts";

const devices = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 800 } };
type Device = keyof typeof devices;

/** How the page of the provider is named, and its button. */
const providerPages = {
  test: { method: "Test payment", path: /\/checkout\/test\/pay_/, button: "The payment succeeds" },
  stripe: { method: "Card", path: new RegExp(`^${stripeAddress}/pay/`), button: /^Pay/ },
};
type Provider = keyof typeof providerPages;

const scopes = "curriculum:read curriculum:write courses:read students:read students:write";

/** The lecture of a paid course, then a quiz and an assignment. Completing them gives a certificate. */
async function teach(operator: Operator, course: Made): Promise<void> {
  const { sections } = (await operator.get(`/courses/${course.id}/curriculum`)).json<{ sections: Made[] }>();
  const add = (fields: object) =>
    created(operator.post(`/sections/${sections[0]!.id}/lectures`, { status: "draft", ...fields }));
  const publish = async ({ id }: Made) =>
    assertStatus(await operator.patch(`/lectures/${id}`, { status: "published" }, { "if-match": "*" }), 200);
  const quiz = await add({ title: "Check", kind: "quiz" });
  const choices = [{ text: "Bowline", correct: true }, { text: "Granny" }];
  const question = { kind: "single", prompt_markdown: "Which knot holds?", choices };
  await created(operator.put(`/lectures/${quiz.id}/quiz`, { pass_percent: 100, questions: [question] }));
  await publish(quiz);
  const assignment = await add({ title: "Your knot", kind: "assignment" });
  const asked = { instructions_markdown: "Describe your knot.", submission_kinds: ["text"] };
  await created(operator.put(`/lectures/${assignment.id}/assignment`, asked));
  await publish(assignment);
}

/** The pages that a browser shows, one after another, without redirects. */
function pagesOf(page: Page): URL[] {
  const pages: URL[] = [];
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && response.status() < 300) pages.push(new URL(response.url()));
  });
  return pages;
}

const topOf = async (found: Locator) => (await found.boundingBox())!.y;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first().click();

/** Pays at the checkout, on the page of the provider. */
async function pay(page: Page, provider: Provider): Promise<void> {
  const { method, path, button } = providerPages[provider];
  await page.getByRole("radio", { name: new RegExp(`^${method}`) }).check();
  await press(page, /^Pay/);
  await page.waitForURL(path);
  await press(page, button);
  await page.getByText("Thank you for your purchase.").waitFor();
}

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await follow(page, name);
  return readFile(await (await download).path());
}

void describe("From the home page to a verified badge, in a browser", () => {
  let browser: Browser;
  let live: LiveSite;
  let shop: Awaited<ReturnType<typeof aStripeShop>>;
  let teacher: Operator;
  let course: Awaited<ReturnType<typeof aPaidCourse>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite({ openSignUp: true })]);
    shop = await aStripeShop(aStripeAccount(), live.site);
    teacher = await operatorOf(live.site, scopes);
    course = await aPaidCourse(shop.operator);
    await teach(teacher, course);
    const { owner } = shop;
    const page = await owner.open("/admin/certificates/courses");
    const [, action] = /action="(\/admin\/certificates\/courses\/crs_\w+)"/.exec(page.body)!;
    assert.match((await owner.submit(page, { months: "0" }, action)).address, /done=saved/);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** Proves the address of a purchase by its receipt, and enters the name for certificates. */
  async function confirmPurchase(page: Page, email: string): Promise<void> {
    await page.getByText(`We sent an email to ${email}`).waitFor();
    const order = page.url();
    await page.goto(`${live.origin}${await linkTo(email)}`);
    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByLabel("Name").fill("Bo Lind");
    await page.getByLabel("Password").fill(chosen);
    await press(page, "Confirm and continue");
    await page.waitForURL(order);
  }

  async function study(page: Page): Promise<void> {
    await page.getByRole("heading", { level: 1, name: "Bowline" }).waitFor();
    await page.getByText("A loop.").waitFor();
    await press(page, "Done, next lecture");
    await press(page, "Start quiz");
    await page.getByRole("radio", { name: "Granny" }).check();
    await press(page, "Submit answers");
    await page.getByText("Not passed.").waitFor();
    await press(page, "Try again");
    await page.getByRole("radio", { name: "Bowline" }).check();
    await press(page, "Submit answers");
    await page.getByText("Passed.", { exact: true }).waitFor();
    await follow(page, /Your knot/);
    await page.getByLabel("Your text").fill("Over, under, and through.");
    await press(page, "Submit");
    await page.getByText("Submitted on").waitFor();
    const { data } = (await teacher.get("/submissions?status=submitted")).json<{ data: Made[] }>();
    const graded = await teacher.post(`/submissions/${data[0]!.id}/grade`, { score: 90, feedback: "It holds." });
    assertStatus(graded, 200);
    await page.reload();
    await page.getByText("Score: 90 of 100").waitFor();
    await page.getByText("It holds.").waitFor();
  }

  const fetchFromSite = async (address: string) => {
    assert.equal(new URL(address).origin, live.origin);
    const response = await fetch(address);
    const contentType = response.headers.get("content-type") ?? undefined;
    return { statusCode: response.status, contentType, body: await response.text() };
  };

  for (const [provider, device] of [
    ["test", "desktop"],
    ["stripe", "phone"],
  ] as const) {
    void test(`a visitor pays by ${provider}, proves the address, learns and gets a certificate that others verify, on a ${device}`, async () => {
      const page = await aPerson(browser, { viewport: devices[device], acceptDownloads: true });
      const complaints: string[] = [];
      collectComplaints(page, complaints);
      await page.goto(live.origin);
      await follow(page, "Knots");
      await follow(page, /^Buy/);
      const email = anAddress();
      await page.getByLabel("Email address").fill(email);
      await pay(page, provider);
      await confirmPurchase(page, email);
      await follow(page, "Start now");
      await study(page);

      await page.goto(`${live.origin}/learn/${course.slug}`);
      await page.getByText("3 of 3 lectures completed").waitFor();
      await follow(page, "View your certificate");
      await page.getByRole("heading", { name: "This certificate is valid" }).waitFor();
      const serial = new URL(page.url()).pathname.split("/").at(-1)!;
      const pdf = await downloaded(page, "Download as PDF");
      assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
      const jwt = (await downloaded(page, "Download Open Badge")).toString();
      const { badge, revoked } = await verifyBadge(jwt, fetchFromSite);
      assert.deepEqual([subjectOf(badge), revoked], [["Bo Lind", "Knots"], false]);

      const { data } = (await teacher.get(`/certificates?serial=${serial}`)).json<{ data: Made[] }>();
      const withdrawn = await teacher.post(`/certificates/${data[0]!.id}/revoke`, { reason: "Mistake" });
      assertStatus(withdrawn, 200);
      // The signed list of revocations is cached for a minute.
      await live.later(minute, async () => {
        const later = new Date(Date.now() + minute);
        assert.equal((await verifyBadge(jwt, fetchFromSite, later)).revoked, true);
      });
      await page.reload();
      await page.getByRole("heading", { name: "This certificate is not valid" }).waitFor();
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  for (const device of Object.keys(devices) as Device[]) {
    void test(`three pages and one of the provider are between the catalog and the first lecture, on a ${device}`, async () => {
      const member = await live.site.member();
      const page = await aPerson(browser, { viewport: devices[device] });
      await page.goto(`${live.origin}/sign-in?return_to=/courses`);
      await signIn(page, member);
      await page.waitForURL(`${live.origin}/courses`);
      const pages = pagesOf(page);
      await follow(page, "Knots");
      if (device === "phone") {
        const [offer, bar] = ["At a glance", "Price"].map((name) => page.getByRole("complementary", { name }));
        const buy = await topOf(offer!.getByRole("link", { name: /^Buy/ }));
        assert.ok(
          buy < (await topOf(page.getByRole("heading", { name: "Contents" }))),
          "The offer precedes the contents.",
        );
        const { y, height } = (await bar!.getByRole("link", { name: /^Buy/ }).boundingBox())!;
        assert.ok(y + height <= devices.phone.height, "The price and its button are on the first screen.");
      }
      await follow(page, /^Buy/);
      await pay(page, "stripe");
      await follow(page, "Start now");
      await page.getByRole("heading", { level: 1, name: "Bowline" }).waitFor();
      const kinds = pages.map(({ origin, pathname }) => (origin === live.origin ? pathname.split("/")[1] : "provider"));
      assert.deepEqual(kinds, ["courses", "checkout", "provider", "orders", "learn"]);
      await page.context().close();
    });
  }
});

const subjectOf = ({ credentialSubject: { identifier, achievement } }: Badge) => [
  identifier?.[0]?.identityHash,
  achievement.name,
];
