import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newSecret } from "#lib/secrets/secret.ts";
import { openUnsavedForm } from "#pages/forms/unsaved-form.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { anOperator } from "../../rest/support/operator.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { inCallersTime, later, minute } from "../../support/clock.ts";
import { cookiesOf } from "../../support/isolation/attempt.ts";
import { multipart } from "../../support/data/multipart.ts";
import { aSite, csrfKey, password } from "../../support/world.ts";
import { anOpenForm } from "../support/forms.ts";
import { alertOn, signIn } from "../support/sign-up-forms.ts";
import { formIn, loseSession, submitted, tokenIn, unsavedIn } from "../support/unsaved-forms.ts";

const asked =
  "Your session has ended, so nothing has been saved yet. Sign in within 30 minutes to get back what you entered.";
const expired =
  "This page has expired, for example because you signed in or out after opening it. Nothing has been saved. Submit the form again.";
const wrong = "The email address or password is incorrect. Check both and try again.";

const browserSecretOf = ({ cookies }: TestBrowser): string => cookies.get("__Host-lectern_browser")!;

/** A student whose session ends while the page of an assignment is open. */
async function aStudent() {
  const operator = await anOperator(assignmentScopes);
  const { course, browser, member, page } = await aClass(operator);
  const body = await page();
  const [, path = ""] = /action="([^"#]+)\/work#problem"/.exec(body) ?? assert.fail(body);
  const csrf = tokenIn(body);
  loseSession(operator.site, browser);
  const submit = (text: string) => submitted(browser, `${path}/work`, { csrf, text });
  const saved = async () => {
    const { data } = (await operator.get("/submissions")).json<{ data: { text: string }[] }>();
    return data.map(({ text }) => text);
  };
  return { operator, course, site: operator.site, browser, member, csrf, path, submit, saved };
}

void describe("A form whose session has ended", () => {
  void test("is shown again after sign-in, and saved when it is submitted again", async () => {
    const { operator, site, browser, member, csrf, path, saved } = await aStudent();
    // As a browser sends it, with a file, which is not kept.
    const text = `"Ebb" & <flow> 潮汐\n${"x".repeat(5900)}`;
    const { headers, payload } = multipart({ csrf, text, url: "https://boats.example/" }, "files", {
      name: "knot.txt",
      bytes: Buffer.from("A bowline"),
    });
    const response = await site.request("POST", `${path}/work`, {
      payload: payload as Buffer,
      headers: { ...(headers as Record<string, string>), cookie: cookiesOf(browser), "sec-fetch-site": "same-origin" },
    });
    assertStatus(response, 403);
    assert.equal(response.headers["cache-control"], "no-store");
    let page = { address: path, status: 403, body: response.body, response };
    assert.equal(alertOn(page), asked);
    assert.equal(page.body.includes("flow"), false);
    page = await browser.submit(page, { email: member.email, password: "wrong" });
    assert.deepEqual([page.status, alertOn(page)], [401, wrong]);
    page = await browser.submit(page, { email: member.email, password });
    const form = formIn(page.body, `${path}/work#problem`);
    assert.ok(form.includes(`${expired} Choose your files again.`), form);
    assert.ok(form.includes("&quot;Ebb&quot; &amp; &lt;flow&gt; 潮汐\nxxx"), form);
    assert.match(form, /value="https:\/\/boats\.example\/"/);
    assert.deepEqual(await saved(), []);
    const again = await browser.request("POST", `${path}/work`, { csrf: tokenIn(form), text });
    assert.equal(again.statusCode, 303);
    assert.deepEqual(await saved(), [text]);
    assert.equal((await operator.get("/submissions")).json<{ data: { files: object[] }[] }>().data[0]!.files.length, 0);
  });

  void test("is shown by a sign-in page that was open while the member signed in in another tab", async () => {
    const { site, browser, member, path, submit } = await aStudent();
    const page = await submit("Over and under");
    await signIn(site, member.email, password, browser);
    const restored = await browser.submit(page, { email: member.email, password });
    assert.equal(restored.status, 403);
    assert.ok(formIn(restored.body, `${path}/work#problem`).includes("Over and under"));
  });

  void test("is not shown to another member, in another browser or at another site", async () => {
    const { operator, course, site, browser, member, submit } = await aStudent();
    const page = await submit("Over and under");
    const unsaved = unsavedIn(page);
    // The same form is on a page of the other member.
    const other = await site.member();
    await operator.post("/enrollments", { course_id: course, student_id: other.sub });
    const asOther = await browser.submit(page, { email: other.email, password });
    assert.deepEqual([asOther.address, asOther.body.includes("Over and under")], ["/learn", false]);
    // Nor if another member has signed in in another tab.
    const inTab = await browser.submit(page, { email: member.email, password });
    assert.deepEqual([inTab.address, inTab.body.includes("Over and under")], ["/learn", false]);

    const elsewhere = await aSite();
    await elsewhere.member({ email: member.email });
    for (const place of [site, elsewhere]) {
      const stranger = place.browser();
      const form = { csrf: tokenIn((await stranger.open("/sign-in")).body), email: member.email, password, unsaved };
      const { statusCode, headers } = await stranger.request("POST", "/sign-in", form);
      assert.deepEqual([statusCode, headers.location], [303, "/learn"]);
    }
    // The box itself, without the form token in it.
    const own = { context: site.context(), browser: browserSecretOf(browser), csrfKey };
    assert.equal(openUnsavedForm(own, unsaved)?.fields.length, 1);
    assert.equal(openUnsavedForm({ ...own, browser: newSecret("lbr") }, unsaved), undefined);
    assert.equal(openUnsavedForm({ ...own, context: elsewhere.context() }, unsaved), undefined);
  });

  void test("is kept for 30 minutes", async () => {
    const { browser, member, submit } = await aStudent();
    const page = await submit("Over and under");
    await later(31 * minute, async () => {
      assert.equal((await browser.submit(page, { email: member.email, password })).address, "/learn");
    });
    const { browser: second, member: person, submit: send } = await aStudent();
    const inTime = await send("Over and under");
    await later(29 * minute, async () => {
      assert.ok((await second.submit(inTime, { email: person.email, password })).body.includes("Over and under"));
    });
  });

  void test("is ignored when modified", async () => {
    const { browser, member, submit } = await aStudent();
    const page = await submit("Over and under");
    const sealed = unsavedIn(page);
    const flipped = `${sealed.slice(0, 60)}${sealed[60] === "A" ? "B" : "A"}${sealed.slice(61)}`;
    for (const unsaved of [
      flipped,
      sealed.slice(0, -4),
      sealed.slice(0, 5),
      "",
      "%00",
      "é".repeat(100),
      "x".repeat(140_000),
    ]) {
      const fields = { csrf: tokenIn((await browser.open("/sign-in")).body), email: member.email, password, unsaved };
      const { statusCode, headers } = await browser.request("POST", "/sign-in?return_to=/learn", fields);
      assert.deepEqual([statusCode, headers.location], [303, "/learn"], unsaved.slice(0, 80));
      browser.cookies.delete("__Host-lectern_session");
    }
  });

  void test("is not kept without Fetch Metadata of this site, a known browser and a form token", async () => {
    const { site, browser, csrf, path } = await aStudent();
    const locationOf = async (fields: Record<string, string>, from = browser) =>
      (await from.request("POST", `${path}/work`, fields)).headers.location;
    const location = "/sign-in?return_to=/learn";
    assert.equal(await locationOf({ text: "Over" }), location);
    assert.equal(await locationOf({ csrf, text: "Over" }, site.browser()), location);
    assert.equal(await locationOf({ csrf, text: "x".repeat(100 * 1024) }), undefined, "too large for a page form");
    for (const from of ["cross-site", "same-site", "none"]) {
      browser.headers["sec-fetch-site"] = from;
      assert.equal(await locationOf({ csrf, text: "Over" }), location, from);
    }
  });

  void test("never contains a password", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const csrf = tokenIn((await browser.open("/account/password")).body);
    loseSession(site, browser);
    const page = await submitted(browser, "/account/password", { csrf, current: password, password: "new", note: "x" });
    const opened = await inCallersTime(async () =>
      openUnsavedForm({ context: site.context(), browser: browserSecretOf(browser), csrfKey }, unsavedIn(page)),
    );
    assert.deepEqual(opened?.fields, [["note", "x"]]);
  });

  void test("A form of the school is kept up to the maximum length", async () => {
    const questions = ["One", "Two", "Three", "Four", "Five", "Six"].map((label) => ({ label, kind: "long_text" }));
    const { site, slug } = await anOpenForm(questions, { audience: "members" });
    const member = await site.member();
    const browser = await site.signedIn(member);
    const { body } = await browser.open(`/forms/${slug}`);
    const names = [...body.matchAll(/name="(a\.[^"]+)"/g)].map(([, name]) => name!);
    loseSession(site, browser);
    const answers = Object.fromEntries(names.map((name) => [name, "潮".repeat(5000)]));
    const page = await submitted(browser, `/forms/${slug}`, { csrf: tokenIn(body), ...answers });
    assert.equal(alertOn(page), asked);
    const restored = await browser.submit(page, { email: member.email, password });
    assert.equal(restored.body.split("潮".repeat(5000)).length - 1, names.length);
  });
});
