import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { launchBrowser } from "../../support/browser.ts";
import { lectern } from "../../support/worlds/installation.ts";
import { aSite } from "../../support/world.ts";

/** A project site serves the folder below a path of its own. */
const below = "/project/docs/";
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** Serves files by their names, and nothing else. */
function fileServer(folder: string) {
  return createServer((request, response) => {
    const { pathname } = new URL(String(request.url), "http://files.example");
    const file = path.join(folder, pathname.slice(below.length));
    const content = pathname.startsWith(below) ? readFile(file) : Promise.reject(new Error("outside"));
    content.then(
      (body) => response.writeHead(200, { "content-type": types[path.extname(file)] ?? "text/plain" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
}

void describe("the documentation as files", () => {
  let folder = "";
  let files: string[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "lectern-docs-"));
    const { code, stderr } = await lectern(["docs", "--out", folder, "--origin", "https://school.example"], {});
    assert.equal(code, 0, stderr);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const read = (file: string) => readFile(path.join(folder, file), "utf8");

  void test("has each document, operation, event and error as a page and as Markdown", async () => {
    const named = ["index", "guides/quickstart", "reference/money", "api/operations/createCourse", "changelog"];
    for (const name of [...named, "api/webhooks/course.published", "api/schemas/Course", "errors/invalid_grant"]) {
      assert.ok(files.includes(`${name}.html`) && files.includes(`${name}.md`), name);
    }
    for (const file of ["openapi.json", "postman.json", "member-api.graphql"]) assert.ok(files.includes(file), file);
    const quickstart = await read("guides/quickstart.html");
    assert.match(quickstart, /https:\/\/school\.example\/api\/v1/);
    assert.doesNotMatch(quickstart, /learn\.school\.example|Served by/);
    assert.doesNotMatch(await read("api/operations/createCourse.html"), /id="try"|Send request/);
  });

  void test("has only links that lead to a file, or out of the documentation", async () => {
    const known = new Set(files);
    let checked = 0;
    for (const file of files.filter((name) => /\.(?:html|css)$/.test(name))) {
      for (const [, link] of (await read(file)).matchAll(/(?: (?:href|src|action)="|url\(")([^"]+)"/g)) {
        if (/^(?:#|data:|https?:)/.test(link!)) continue;
        const [target = ""] = link!.split("#");
        assert.ok(!link!.startsWith("/"), `${file}: ${link}`);
        assert.ok(known.has(path.posix.join(path.posix.dirname(file), target)), `${file}: ${link}`);
        checked += 1;
      }
    }
    assert.ok(checked > 10_000, String(checked));
    const markdown = await read("reference/money.md");
    for (const [, link] of markdown.matchAll(/\]\(([^)]+\.md)\)/g)) assert.ok(!link!.startsWith("/"), link);
  });

  void test("has each page once, with the samples of all languages, and remembers the chosen one", async () => {
    assert.ok(files.length < 2000, `${files.length} files`);
    const server = fileServer(folder).listen(0, "127.0.0.1");
    const browser = await launchBrowser();
    try {
      const { port } = server.address() as AddressInfo;
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}${below}guides/quickstart.html`);
      const samples = page.locator(".sample");
      const visible = (text: string) => samples.getByText(text).filter({ visible: true }).count();
      assert.ok((await visible("curl ")) > 0);
      assert.equal(await visible("urllib.request"), 0);
      await samples.first().getByText("Python", { exact: true }).click();
      assert.ok((await visible("urllib.request")) > 0);
      assert.equal(await samples.locator("input[value=python]:not(:checked)").count(), 0);
      await page.goto(`http://127.0.0.1:${port}${below}api/operations/createCourse.html`);
      assert.ok((await visible("urllib.request")) > 0);
      // Without scripts, each sample has a choice of its own.
      const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await plain.goto(`http://127.0.0.1:${port}${below}api/operations/createCourse.html`);
      await plain.locator(".sample").getByText("Python", { exact: true }).click();
      assert.ok(await plain.locator(".sample").getByText("urllib.request").isVisible());
    } finally {
      await browser.close();
      server.close();
    }
  });

  void test("is searched in the browser, with the results of a school", async () => {
    const server = fileServer(folder).listen(0, "127.0.0.1");
    const browser = await launchBrowser();
    try {
      const { port } = server.address() as AddressInfo;
      const site = await aSite();
      const page = await browser.newPage();
      const failed: string[] = [];
      page.on("pageerror", (error) => failed.push(String(error)));
      // A click leaves a page that still loads.
      page.on("requestfailed", (request) => {
        if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(request.url());
      });
      await page.goto(`http://127.0.0.1:${port}${below}index.html`);
      await page.getByRole("searchbox").fill("verify a webhook signature");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("link", { name: "Receive and verify webhooks" }).last().waitFor();
      for (const query of ["verify a webhook signature", "invalid_grant", "listOrders", "prices", "revoke_reason"]) {
        await page.goto(`http://127.0.0.1:${port}${below}search.html?q=${encodeURIComponent(query)}`);
        await page.locator("#found h2").first().waitFor();
        const here = await page.locator("#found li > a").allTextContents();
        const { body } = await site.browser().open(`/docs/search?q=${encodeURIComponent(query)}`);
        const there = [...body.matchAll(/<li>\s*<a href="\/docs\/[^"]+">(?:<code>)?([^<]+)/g)].map(
          ([, title]) => title,
        );
        assert.ok(here.length > 0, query);
        assert.deepEqual(here, there, query);
      }
      await page.goto(`http://127.0.0.1:${port}${below}search.html?q=zebra`);
      await page.getByText("No results.").waitFor();
      await page.goto(`http://127.0.0.1:${port}${below}search.html?q=verify+webhooks`);
      await page.locator("#found li > a").first().click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.match(page.url(), /\/project\/docs\/guides\/.+\.html/);
      assert.deepEqual(failed, []);
    } finally {
      await browser.close();
      server.close();
    }
  });

  void test("is not written over other files", async () => {
    const { code, stderr } = await lectern(["docs", "--out", folder], {});
    assert.equal(code, 2);
    assert.match(stderr, /is not empty/);
    assert.equal((await lectern(["docs", "--out", path.join(folder, "x"), "--origin", "school"], {})).code, 2);
  });
});
