import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { routeIndex } from "#operations/route-index.ts";
import { routes } from "#operations/routes.ts";
import { derivedPages, findPage } from "#pages/admin/derived/addresses.ts";
import { fieldsOf } from "#pages/admin/derived/fields.ts";
import { adminResources, objectOfPage } from "#pages/admin/derived/resources.ts";
import { itemFieldsOf } from "#pages/admin/derived/table.ts";
import { underivedRoutes } from "#pages/admin/derived/underived.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { aSite } from "../../support/world.ts";

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const operationAt = (route: { method: string; path: string }) => {
  const found = routes.find((other) => keyOf(other) === keyOf(route));
  assert.ok(found, keyOf(route));
  return found.operation;
};

void describe("the table of operations", () => {
  void test("has a page for each operation, or a reason why not", () => {
    const known = new Set(routeIndex.map(keyOf));
    assert.deepEqual(
      underivedRoutes.filter((route) => !known.has(route)),
      [],
    );
    const derived = new Set(derivedPages.map(({ route }) => keyOf(route)));
    assert.deepEqual(
      [...known].filter((route) => !derived.has(route) && !underivedRoutes.includes(route)),
      [],
    );
  });

  void test("finds each page at its address, and none at another", () => {
    for (const { pattern, kind } of derivedPages) {
      const address = pattern.replaceAll(/:\w+/g, "crs_x");
      const found = findPage(address);
      assert.deepEqual([found?.kind, found?.pattern], [kind, pattern], address);
    }
    for (const address of ["", "/", "/courses/", "/nothing", "/courses/a/b/c/d", "/courses/%E0%A4%A"]) {
      assert.equal(findPage(address), undefined, address);
    }
  });

  void test("declares names for every resource, and only fields that it has", () => {
    const missing = derivedPages
      .filter(({ kind }) => kind === "list" || kind === "detail" || kind === "create")
      .map((page) => ({ page, object: objectOfPage(page) }))
      .filter(({ object }) => !(object in adminResources));
    assert.deepEqual(
      missing.map(({ page, object }) => `${page.pattern}: ${object}`),
      [],
    );
    for (const page of derivedPages.filter(({ kind, pattern }) => kind === "list" && !pattern.includes(":"))) {
      const resource = adminResources[objectOfPage(page)];
      assert.ok(resource);
      const known = new Set(itemFieldsOf(operationAt(page.route)).map(({ name }) => name));
      const unknown = [...resource.label, ...resource.facts].filter((name) => !known.has(name));
      assert.deepEqual(unknown, [], page.pattern);
    }
  });

  void test("declares as rare only fields of its forms", () => {
    for (const [object, { rare = [], left = [] }] of Object.entries(adminResources)) {
      const forms = derivedPages.filter(
        (page) => (page.kind === "create" || page.kind === "edit") && objectOfPage(page) === object,
      );
      if (forms.length === 0) continue;
      const known = new Set(forms.flatMap(({ route }) => fieldsOf(operationAt(route).input)).map(({ name }) => name));
      assert.deepEqual(
        [...rare, ...left].filter((name) => !known.has(name)),
        [],
        object,
      );
    }
  });
});

/** Opens every page that others lead to, one of each pattern, and returns the answers that are not 200. */
async function crawl(browser: TestBrowser, most: number): Promise<{ failures: string[]; patterns: Set<string> }> {
  const failures: string[] = [];
  const patterns = new Set<string>();
  const queue = ["/admin"];
  for (let address = queue.shift(); address !== undefined && patterns.size < most; address = queue.shift()) {
    const page = await browser.open(address);
    if (page.status !== 200) failures.push(`${page.status} ${address}`);
    for (const [, href = ""] of page.body.matchAll(/href="(\/admin[^"#?]*)/g)) {
      const pattern = href.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d{6,}/g, ":id");
      if (patterns.has(pattern) || /\.(pdf|csv)$/.test(href)) continue;
      patterns.add(pattern);
      queue.push(href);
    }
  }
  return { failures, patterns };
}

void describe("the derived pages", () => {
  void test("open for the owner of a school with one of everything", async () => {
    const { site } = await anInhabitedSite("Wraysbury");
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { failures, patterns } = await crawl(browser, 400);
    assert.deepEqual(failures, []);
    assert.ok(patterns.size > 150, `Only ${patterns.size} pages were found.`);
  });

  for (const role of ["lecturer", "teaching_assistant", "manager"] as const) {
    void test(`lead a ${role} to no page that is refused`, async () => {
      const site = await aSite();
      const browser = await site.signedIn(await site.member({ roles: [role] }));
      const { failures, patterns } = await crawl(browser, 120);
      assert.deepEqual(failures, []);
      assert.ok(patterns.size > 8, `Only ${patterns.size} pages were found.`);
    });
  }

  void test("open for an empty school in both languages: each list, and each form for something new", async () => {
    const site = await aSite();
    for (const language of ["en", "zh-TW"]) {
      const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
      browser.headers["accept-language"] = language;
      for (const { pattern } of derivedPages.filter(({ pattern: path }) => !path.includes(":"))) {
        const page = await browser.open(`/admin${pattern}`);
        assert.equal(page.status, 200, `${language} ${pattern}`);
        assert.match(page.body, new RegExp(`<html lang="${language}"`), pattern);
      }
    }
  });

  void test("refuse members without a role in the school", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["student"] }));
    for (const { pattern } of derivedPages) {
      const answer = await browser.request("GET", `/admin${pattern.replaceAll(/:\w+/g, "x")}`);
      assert.equal(answer.statusCode, 403, pattern);
    }
  });
});
