import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { aSite, type ASite } from "../../support/world.ts";

void describe("the search of the documentation", () => {
  let site: ASite;
  before(async () => {
    site = await aSite();
  });

  const search = (query: string) => site.browser().open(`/docs/search?q=${encodeURIComponent(query)}`);
  const markdown = async (query: string) => (await site.get(`/docs/search.md?q=${encodeURIComponent(query)}`)).body;

  /** Searches that a developer makes, and the page that must be among the first results of its kind. */
  const expected: Record<string, string> = {
    "verify a webhook signature": "/docs/guides/verify-webhooks",
    "how do I retry a failed request": "/docs/guides/retry-safely",
    invalid_grant: "/docs/errors/invalid_grant",
    "rate limited": "/docs/errors/rate_limited",
    "publish course": "/docs/api/operations/publishCourse",
    "GET /api/v1/orders": "/docs/api/operations/listOrders",
    listOrders: "/docs/api/operations/listOrders",
    "enrollment.created": "/docs/api/webhooks/enrollment.created",
    revoke_reason: "/docs/api/schemas/Enrollment",
    hasLifetimeAccess: "/docs/member-api#EnrolledCourse",
    "Idempotency-Key": "/docs/guides/retry-safely",
  };
  for (const [query, address] of Object.entries(expected)) {
    void test(`"${query}" finds ${address}`, async () => {
      const { status, body } = await search(query);
      assert.equal(status, 200);
      assert.ok(body.includes(`href="${address}`), `${query}: ${await markdown(query)}`);
    });
  }

  void test("finds results that all exist, as pages and as Markdown", async () => {
    const links = new Set<string>();
    for (const query of ["webhook", "course", "price", "token"]) {
      const { body } = await search(query);
      for (const [, href] of body.matchAll(/<li>\s*<a href="(\/docs\/[^"]+)"/g)) links.add(href!);
    }
    assert.ok(links.size > 60);
    for (const link of links) {
      const [path, anchor] = link.split("#");
      const page = await site.get(path!, { headers: { accept: "text/html" } });
      assert.equal(page.statusCode, 200, link);
      if (anchor !== undefined) assert.ok(page.body.includes(`id="${anchor}"`), link);
      assert.equal((await site.get(`${path}.md`)).statusCode, 200, link);
    }
    assert.match(await markdown("webhook"), new RegExp(`^## Guides\n\n- \\[.*\\]\\(${site.origin}/docs/`, "m"));
  });

  void test("escapes and bounds the query, and answers when nothing is found", async () => {
    const none = await search('<xyz>zebra"');
    assert.match(none.body, /No results/);
    assert.match(none.body, /value="&lt;xyz&gt;zebra&quot;"/);
    assert.doesNotMatch(await markdown("<b>zebra"), /</);
    const long = await search("course ".repeat(400));
    assert.ok(long.status === 200 || long.status === 414, String(long.status));
    for (const query of ["q=a&q=b", "q=", "", "q=%F0%9F%98%80", "q=(((((", `q=${"a".repeat(2000)}`, "q=%2E%2E%2F"]) {
      assert.equal((await site.get(`/docs/search?${query}`)).statusCode, 200, query);
    }
  });

  void test("is linked from every page, in both languages, and is not indexed by search engines", async () => {
    const overview = await site.browser().open("/docs");
    assert.match(overview.body, /<form method="get" action="\/docs\/search" role="search"/);
    const chinese = await site.browser({ "accept-language": "zh-TW" }).open("/docs/search?q=course");
    assert.match(chinese.body, /搜尋開發者文件/);
    assert.equal(chinese.response.headers["x-robots-tag"], "noindex");
    assert.ok((await site.browser().open("/docs/errors/invalid_grant")).body.includes('href="/docs/search"'));
  });

  void test("takes a few milliseconds", async () => {
    await search("course");
    const start = performance.now();
    for (let count = 0; count < 20; count++) await markdown(`course payment ${count}`);
    const each = (performance.now() - start) / 20;
    assert.ok(each < 100, `${each} ms`);
  });
});
