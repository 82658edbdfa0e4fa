import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { launchBrowser } from "../../support/browser.ts";
import { defusable, refusable } from "../../support/worlds/hostile-svg.ts";
import { type AFile, download, sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "storage:write courses:read courses:write";
const logo = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="48" height="24px">
  <title>Ropes &amp; knots</title>
  <style>.a { fill: url(#sky) }</style>
  <defs><linearGradient id="sky"><stop offset="0" stop-color="#39c"/></linearGradient><circle id="knot" r="3"/></defs>
  <rect class="a" width="48" height="24" transform="rotate(2)"/><use xlink:href="#knot" x="9" style="stroke:#fff"/>
</svg>`;

async function aDrawing(operator: Operator, svg: string, fields: Record<string, string> = {}): Promise<AFile> {
  const response = await sendFile(operator, Buffer.from(svg), fields, { name: "logo.svg" });
  assertStatus(response, 201);
  return response.json<AFile>();
}

void test("A stored SVG looks the same, is described by its stored bytes, and is served without active content", async () => {
  const operator = await anOperator(scopes);
  const file = await aDrawing(operator, logo, { purpose: "course_cover" });
  assert.deepEqual([file.content_type, file["width"], file["height"], file.variants], ["image/svg+xml", 48, 24, []]);
  const { headers, rawPayload, body } = await download(operator, file.url);
  assert.deepEqual([rawPayload.length, hash("sha256", rawPayload)], [file.byte_size, file.sha256]);
  assert.equal(headers["content-type"], "image/svg+xml");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(
    headers["content-security-policy"],
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  );
  for (const kept of [
    'viewBox="0 0 48 24"',
    "<title>Ropes &amp; knots</title>",
    "fill: url(&quot;#sky&quot;)",
    '<use href="#knot" x="9" style="stroke:#fff"/>',
    'transform="rotate(2)"',
  ]) {
    assert.ok(body.includes(kept), `${kept} in ${body}`);
  }
  const again = await aDrawing(operator, body);
  assert.equal(again.sha256, file.sha256, "Sanitizing is idempotent.");
  const course = await operator.post("/courses", { name: "Knots", cover_file_id: file.id });
  assertStatus(course, 201);
});

void test("The size of an SVG comes from its attributes or its view box", async () => {
  const operator = await anOperator(scopes);
  const sizes: [string, number | null, number | null][] = [
    ['viewBox="0 0 30 20"', 30, 20],
    ['viewBox="0 0 30 20" width="60"', 60, 40],
    ['viewBox="0,0,30,20" width="100%" height="100%"', 30, 20],
    ['width="1in" height="0.5in"', 96, 48],
    ['width="-3" height="0"', null, null],
    ['width="1e9" height="1e9" viewBox="0 0 0 7"', null, null],
    ['viewBox="0 0 1e-300 1e300"', 1, 100_000],
    ["", null, null],
  ];
  for (const [attributes, width, height] of sizes) {
    const file = await aDrawing(operator, `<svg ${attributes}><rect width="1" height="1"/></svg>`);
    assert.deepEqual([file["width"], file["height"]], [width, height], attributes);
  }
});

void test("An SVG with active content keeps its drawing, and nothing runs or is fetched when it is opened", async () => {
  const operator = await anOperator(scopes);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const seen: string[] = [];
    page.on("dialog", (dialog) => {
      seen.push("a dialog");
      void dialog.dismiss();
    });
    for (const [attempt, svg] of Object.entries(defusable)) {
      const file = await aDrawing(operator, svg);
      const { body } = await download(operator, file.url);
      assert.doesNotMatch(
        body,
        /<(?!\/?(svg|g|path|circle|rect|style|switch|text|use|linearGradient|pattern)\b)/,
        `${attempt}: ${body}`,
      );
      assert.doesNotMatch(
        body,
        /\s(on\w+|xml:base|xlink:\w+)\s*=|javascript:|evil\.example|@import|data:|home\.example/i,
        `${attempt}: ${body}`,
      );
      assert.ok(body.includes('<path d="M0 0h8v8H0z"/>'), `${attempt}: ${body}`);
      // Also without the headers that sandbox it.
      await page.route("**/*", async (route) => {
        if (route.request().url() === "http://drawing.example/") {
          return route.fulfill({ body, contentType: "image/svg+xml" });
        }
        if (!route.request().url().endsWith("favicon.ico")) seen.push(route.request().url());
        return route.abort();
      });
      await page.goto("http://drawing.example/");
      assert.equal(await page.evaluate("document.documentElement.namespaceURI"), "http://www.w3.org/2000/svg");
      assert.equal(await page.locator("parsererror").count(), 0, `${attempt}: ${body}`);
      await page.unroute("**/*");
      assert.deepEqual(seen, [], attempt);
    }
  } finally {
    await browser.close();
  }
});

void test("An SVG that cannot be sanitized, or is too expensive, is rejected with the reason", async () => {
  const operator = await anOperator(scopes);
  for (const [attempt, svg] of Object.entries(refusable)) {
    const response = await sendFile(operator, Buffer.from(svg), {}, { name: "logo.png" });
    const problem = problemOf(response);
    assert.deepEqual([problem.status, problem.code], [422, "unsupported_media"], `${attempt}: ${response.body}`);
    assert.match(problem.detail, /^The SVG is not accepted\. .+\.$/, attempt);
  }
  const latin = Buffer.from(logo.replace("knots", "N\u00e4gel"), "latin1");
  assert.match(problemOf(await sendFile(operator, latin)).detail, /UTF-8/);
  assert.deepEqual((await operator.get("/files")).json<{ data: unknown[] }>().data, []);
});

void test("A large SVG is accepted", async () => {
  const operator = await anOperator(scopes);
  const many = `<linearGradient id="g">${"<stop/>".repeat(50)}</linearGradient>${'<path fill="url(#g)"/>'.repeat(9000)}`;
  await aDrawing(operator, `<svg viewBox="0 0 1 1">${many}</svg>`);
});

void test("An SVG uploaded in parts is sanitized too; its announced digest is that of the sent bytes", async () => {
  const operator = await anOperator(scopes);
  const bytes = Buffer.from(defusable["a script"]!);
  const digest = hash("sha256", bytes, "buffer");
  const begun = await operator.post("/uploads", {
    filename: "x.svg",
    content_type: "image/svg+xml",
    byte_size: bytes.length,
    sha256: digest.toString("hex"),
    purpose: "page",
  });
  const { id, upload_url: url } = begun.json<{ id: string; upload_url: string }>();
  const part = await operator.site.request("PUT", `${new URL(url).pathname}/1`, {
    bearer: operator.bearer,
    payload: bytes,
    headers: {
      "content-type": "application/octet-stream",
      "content-digest": `sha-256=:${digest.toString("base64")}:`,
    },
  });
  assertStatus(part, 200);
  const file = (await operator.post(`/uploads/${id}/complete`)).json<AFile>();
  assert.equal(file.content_type, "image/svg+xml");
  assert.notEqual(file.sha256, digest.toString("hex"));
  assert.ok(!(await download(operator, file.url)).body.includes("alert"));
});
