import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";
import { aCourse, readTree } from "../support/outline.ts";

async function anOwner(headers: Record<string, string> = {}) {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  Object.assign(browser.headers, headers);
  return browser;
}

/** The alert with the focus, as HTML. */
const summaryOf = (body: string) => /<div\b[^>]*role="alert"[^>]*\sautofocus.*?<\/div>/s.exec(body)?.[0] ?? "";

const linksIn = (html: string) =>
  [...html.matchAll(/<a href="#([^"]*)">([^<]*)</g)].map(([, id, text]) => `${id} ${text}`);

void describe("The page of a refused form", () => {
  void test("begins with its problems, each with a link to its field, and has the focus there", async () => {
    const browser = await anOwner();
    const path = "/admin/courses/new";
    const fields = { name: "", course_type: "paid", "price.amount": "much", "price.currency": "USD" };
    const refused = await browser.submit(await browser.open(path), fields, path);
    assert.equal(refused.status, 422);
    assert.deepEqual(linksIn(summaryOf(refused.body)), ["price.amount Price: Amount"]);
    const nameless = await browser.submit(await browser.open(path), { ...fields, "price.amount": "9" }, path);
    assert.deepEqual(linksIn(summaryOf(nameless.body)), ["name Name"]);
  });

  void test("has these links if it is written by hand, also to the fields of rows", async () => {
    const browser = await anOwner();
    const path = "/admin/forms/new";
    const fields = { name: "", "f.0.label": "", "f.0.kind": "text" };
    const { body, status } = await browser.submit(await browser.open(path), fields, path);
    assert.equal(status, 422);
    const links = linksIn(summaryOf(body));
    assert.deepEqual(
      links.map((link) => link.split(" ")[0]),
      ["name", "f.0.label"],
    );
    for (const link of links) assert.match(body, new RegExp(`\\sid="${link.split(" ")[0]!}"`));
  });

  void test("has the focus on its first alert if the form is of an earlier session, with links to fields to enter again", async () => {
    const browser = await anOwner({ "sec-fetch-site": "same-origin" });
    const path = "/admin/payments/ecpay/credentials";
    await browser.open(path);
    const fields = {
      csrf: "of-another-session",
      merchant_id: "2000132",
      hash_key: "k".repeat(16),
      hash_iv: "v".repeat(16),
    };
    const { status, body } = await browser.open(path, fields);
    assert.equal(status, 403);
    const summary = summaryOf(body);
    assert.match(summary, /This page has expired|has ended/);
    assert.ok(linksIn(summary).length >= 1, summary);
    for (const link of linksIn(summary)) assert.match(body, new RegExp(`\\sid="${link.split(" ")[0]!}"`));
  });
});

void test("A quiz without questions links to the part of the form where they are added", async () => {
  const site = await aSite();
  const operator = await operatorOf(site, "courses:read courses:write curriculum:read curriculum:write");
  const course = await aCourse(operator, [{ title: "Knots", lectures: ["Quiz"] }]);
  const [quiz] = (await readTree(operator, course)).sections[0]!.lectures;
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = `/admin/lectures/${quiz!.id}/quiz/edit`;
  const refused = await browser.submit(await browser.open(path), { pass_percent: "60" }, path);
  assert.equal(refused.status, 422);
  assert.deepEqual(linksIn(summaryOf(refused.body)), ["questions Questions"]);
});

void test("Forms keep their keys and the values that they show in pages that are sent compressed", async () => {
  const browser = await anOwner({ "accept-encoding": "gzip", "sec-fetch-site": "same-origin" });
  const { rawPayload, headers } = await browser.request("GET", "/admin/security/limits");
  assert.equal(headers["content-encoding"], "gzip");
  const page = gunzipSync(rawPayload).toString();
  const [, form = ""] = /<form method="post" action="\/admin\/security\/limits".*?>(.*?)<\/form>/s.exec(page) ?? [];
  assert.match(form, /<input type="hidden" name="shown" value="[^"]+"/);
  assert.match(form, /<input type="hidden" name="key" value="[^"]+"/);
});
