import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { islandsPath } from "#pages/islands/islands.ts";
import { newId } from "#domain/platform/ids.ts";
import { EncodedForm } from "../../support/browser-session.ts";
import { aSite } from "../../support/world.ts";

const policyOf = (headers: Record<string, unknown>) => String(headers["content-security-policy"]);

const texts = (original: string, written: string) => JSON.stringify({ original, written });

void describe("The scripts of admin pages", () => {
  void test("are allowed on pages with a form to enhance, and on no others", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    for (const address of ["/admin/coupons/new", "/admin/files", "/admin/courses?done=created"]) {
      const { response, body } = await browser.open(address);
      assert.match(body, new RegExp(`<script type="module" src="${islandsPath}/islands.js"[^>]*></script>`), address);
      assert.match(policyOf(response.headers), /script-src 'self'; connect-src 'self'; /, address);
      assert.match(policyOf(response.headers), /style-src 'self'; /, address);
    }
    for (const address of ["/admin/courses", "/admin/settings/mail"]) {
      assert.doesNotMatch((await browser.open(address)).body, /islands\.js/, address);
    }
    for (const address of ["/account/notifications", "/courses"]) {
      const { response, body } = await browser.open(address);
      assert.doesNotMatch(body, /<script/, address);
      assert.doesNotMatch(policyOf(response.headers), /script-src|connect-src (?!\S+\/robots\.txt;)/, address);
    }
    // Tools that rate a page read it as the page.
    const { response } = await browser.open("/courses");
    assert.match(policyOf(response.headers), new RegExp(`connect-src ${site.origin}/robots.txt;`));
  });

  void test("are requested together with the files that they import", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { body } = await browser.open("/admin/coupons/new");
    const files = ["islands.js", "editor.js"];
    const code = (await Promise.all(files.map(async (file) => (await site.get(`${islandsPath}/${file}`)).body))).join();
    const imports = [...code.matchAll(/from"\.\/([\w-]+\.js)"/g)].flatMap(([, file = ""]) =>
      files.includes(file) ? [] : file,
    );
    const preloaded = [...body.matchAll(/rel="modulepreload" href="[^"]+\/([\w-]+\.js)"/g)].map(([, file]) => file);
    assert.ok(imports.length > 0);
    assert.deepEqual(new Set(preloaded), new Set(imports));
  });

  void test("are cached by their address, which is that of their content", async () => {
    const site = await aSite();
    const script = await site.get(`${islandsPath}/islands.js`);
    assert.equal(script.statusCode, 200);
    assert.match(String(script.headers["content-type"]), /^text\/javascript/);
    assert.match(String(script.headers["cache-control"]), /immutable/);
    for (const address of [
      "/assets/islands/other/islands.js",
      `${islandsPath}/missing.js`,
      `${islandsPath}/..%2fstamp`,
    ]) {
      assert.equal((await site.get(address)).statusCode, 404, address);
    }
  });

  void test("read choices with the rights of the list", async () => {
    const site = await aSite();
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const ada = await site.member({ email: `${newId()}@example.test`, name: "Ada Lovelace", roles: ["student"] });
    const answer = await owner.request("GET", "/admin/choices/members?q=lovel");
    const { choices } = answer.json<{ choices: { id: string; label: string; note: string }[] }>();
    assert.deepEqual(choices, [{ id: ada.sub, label: "Ada Lovelace", note: ada.email }]);
    const byId = await owner.request("GET", `/admin/choices/members?ids=${ada.sub}`);
    assert.equal(byId.json<{ choices: unknown[] }>().choices.length, 1);
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.equal((await lecturer.request("GET", "/admin/choices/coupons?q=a")).statusCode, 403);
    assert.equal((await owner.request("GET", "/admin/choices/coupons/new")).statusCode, 404);
  });

  void test("upload a file with the rights of the operation", async () => {
    const site = await aSite();
    const start = { filename: "a.txt", content_type: "text/plain", byte_size: "3", purpose: "other" };
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const csrf = /name="csrf" value="([^"]+)"/.exec((await owner.open("/account")).body)![1]!;
    const started = await owner.request("POST", "/admin/uploads", { ...start, csrf });
    assert.equal(started.statusCode, 201);
    const { id } = started.json<{ id: string }>();
    assert.equal((await owner.request("POST", "/admin/uploads", start)).statusCode, 403);
    const early = await owner.request("POST", `/admin/uploads/${id}/complete`, { csrf });
    assert.equal(early.statusCode, 422);
    assert.ok(early.json<{ detail: string }>().detail.length > 10);
    const assistant = await site.signedIn(await site.member({ roles: ["teaching_assistant"] }));
    assert.notEqual((await assistant.request("GET", `/admin/uploads/${id}`)).statusCode, 200);
    const student = await site.signedIn(await site.member({ roles: ["student"] }));
    assert.equal((await student.request("GET", `/admin/uploads/${id}`)).statusCode, 403);
  });

  void test("compare Markdown with the renderer of the server", async () => {
    const site = await aSite();
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const csrf = /name="csrf" value="([^"]+)"/.exec((await owner.open("/account")).body)![1]!;
    const compare = (body: string, token = csrf) =>
      owner.request("POST", "/admin/markdown", new EncodedForm("application/json", body), { "x-csrf-token": token });
    const same = await compare(texts("* one\n* __two__", "- one\n- **two**"));
    assert.deepEqual(same.json(), {
      isSame: true,
      html: "<ul>\n<li>one</li>\n<li><strong>two</strong></li>\n</ul>\n",
    });
    const other = await compare(texts("<script>alert(1)</script>$a_b_c$", "$a\\_b\\_c$"));
    const { isSame, html } = other.json<{ isSame: boolean; html: string }>();
    assert.deepEqual([isSame, html.includes("script")], [false, false]);
    assert.equal((await compare(texts("a", "b"), "other")).statusCode, 403);
    for (const body of ["{", "{}", '{"original":1,"written":2}', JSON.stringify({ original: "a".repeat(300_000) })]) {
      assert.equal((await compare(body)).statusCode, 422, body.slice(0, 40));
    }
  });
});
