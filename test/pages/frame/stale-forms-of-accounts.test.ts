import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestBrowser } from "../../support/browser-session.ts";
import { cookiesOf } from "../../support/isolation/attempt.ts";
import { multipart } from "../../support/data/multipart.ts";
import { type AMember, aSite, type ASite, password } from "../../support/world.ts";
import { anOpenForm, aFormEditor, questionsIn, typed } from "../support/forms.ts";
import { alertOn, signIn } from "../support/sign-up-forms.ts";
import { tokenIn } from "../support/unsaved-forms.ts";

const expired =
  "This page has expired, for example because you signed in or out after opening it. Nothing has been saved. Submit the form again.";
const expiredInChinese = "這個頁面已經失效，可能是因為你在這段期間登入或登出。內容尚未儲存，請再送出一次。";

const page = (response: Awaited<ReturnType<TestBrowser["request"]>>) => ({
  address: "",
  status: response.statusCode,
  body: response.body,
  response,
});

async function staleToken(site: ASite, browser: TestBrowser, { email }: Pick<AMember, "email">): Promise<string> {
  const csrf = tokenIn((await browser.open("/account")).body);
  await browser.request("POST", "/sign-out", { csrf });
  await signIn(site, email, password, browser);
  return csrf;
}

void describe("A stale form of the account pages", () => {
  void test("keeps the new address but never a password", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const csrf = await staleToken(site, browser, member);
    const fields = { csrf, email: "new@example.test", current: password };
    const response = await browser.request("POST", "/account/email", fields);
    assert.equal(response.statusCode, 403);
    assert.equal(alertOn(page(response)), expired);
    assert.match(response.body, /value="new@example\.test"/);
    assert.equal(response.body.includes(password), false);
  });

  void test("keeps the name of a multipart form and asks for its file again, also in Chinese", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const csrf = await staleToken(site, browser, member);
    const { headers, payload } = multipart({ csrf, name: "Ana <b>Souza</b>" }, "picture");
    const submit = (language: string) =>
      site.request("POST", "/account/profile", {
        payload: payload as Buffer,
        headers: {
          ...(headers as Record<string, string>),
          cookie: cookiesOf(browser),
          accept: "text/html",
          "accept-language": language,
          "sec-fetch-site": "same-origin",
        },
      });
    const response = await submit("en");
    assert.equal(response.statusCode, 403);
    assert.ok(response.body.includes(`${expired} Choose your files again.`));
    assert.ok(response.body.includes('value="Ana &lt;b&gt;Souza&lt;/b&gt;"'));
    const [before] = response.body.split(expired);
    assert.match(before!.slice(before!.lastIndexOf("<details")), /^<details\b[^>]* open=""/, "The form is visible.");
    assert.ok((await submit("zh-TW")).body.includes(`${expiredInChinese} 請重新選擇檔案。`));
  });

  void test("reports above the page that a button had no effect", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const csrf = await staleToken(site, browser, member);
    const response = await browser.request("POST", "/account/sessions/revoke-others", { csrf });
    assert.equal(response.statusCode, 403);
    assert.match(response.body, /<main [^>]*><div id="problem" class="notice grave" role="alert">/);
  });

  void test("A stale sign-up form keeps name and address, unless another site sent it", async () => {
    const site = await aSite({ openSignUp: true });
    const browser = site.browser();
    const fields = { csrf: "x".repeat(86), name: "Bo Lind", email: "bo@example.test", password: "lantern-otter" };
    await browser.open("/sign-up");
    const own = await browser.request("POST", "/sign-up", fields);
    assert.equal(own.statusCode, 403);
    assert.equal(alertOn(page(own)), expired);
    assert.match(own.body, /value="Bo Lind"[^]*value="bo@example\.test"/);
    assert.equal(own.body.includes("lantern-otter"), false);
    browser.headers["sec-fetch-site"] = "cross-site";
    const foreign = await browser.request("POST", "/sign-up", fields);
    assert.doesNotMatch(foreign.body, /Bo Lind|bo@example/);
  });
});

void describe("A stale form of the school", () => {
  void test("is not prefilled by another site", async () => {
    const { site, slug } = await anOpenForm([{ label: "Name", kind: "text", required: "on" }]);
    const browser = site.browser();
    await browser.open(`/forms/${slug}`);
    for (const [from, isKept] of [
      ["same-origin", true],
      ["same-site", false],
      ["cross-site", false],
    ] as const) {
      browser.headers["sec-fetch-site"] = from;
      const { statusCode, body } = await browser.request("POST", `/forms/${slug}`, { "a.name": "Planted text" });
      assert.deepEqual([statusCode, body.includes("Planted text")], [403, isKept], from);
    }
  });

  void test("keeps the questions that were added in the editor", async () => {
    const { site, owner } = await aFormEditor();
    const browser = await site.signedIn(owner);
    const csrf = await staleToken(site, browser, owner);
    const questions = typed([
      { label: "Your name", kind: "text" },
      { label: "Your boat", kind: "text" },
    ]);
    const fields = { csrf, name: "Crew", slug: "crew", audience: "everybody", description: "", ...questions };
    const response = await browser.request("POST", "/admin/forms/new", { ...fields, do: "save" });
    assert.equal(response.statusCode, 403);
    assert.equal(alertOn(page(response)), expired);
    assert.deepEqual(questionsIn(response.body), ["Your name", "Your boat"]);
    const again = await browser.request("POST", "/admin/forms/new", { ...fields, csrf: tokenIn(response.body) });
    assert.match(String(again.headers.location), /done=saved/);
  });
});
