import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { aSite } from "../../support/world.ts";

/** Adds redirects `/old-1` and so on. */
const addRedirects = (siteId: string, count: number) =>
  database.pool.query(
    `insert into redirects (site_id, id, from_path, target, status, created_at, updated_at)
     select $1, gen_random_uuid(), '/old-' || number, '/new', 301, now() - number * interval '1 minute', now()
       from generate_series(1, $2::int) as number`,
    [siteId, count],
  );

const rowsIn = (body: string) => [...body.matchAll(/<th scope="row">[^]*?<\/th>/g)].length;

const pagesIn = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...(/<nav class="pager"[^]*?<\/nav>/.exec(body)?.[0] ?? "").matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(
      ([, href = "", label = ""]) => [label, href.replaceAll("&amp;", "&")],
    ),
  );

const rangeIn = (body: string) => /<div class="under-list">\s*<p>([^<]*)/.exec(body)?.[1]?.trim();

void describe("A derived list", () => {
  void test("leads to the next page, back to the one before, and to the first, and says where it is", async () => {
    const site = await aSite();
    await addRedirects(site.site.id, 95);
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const seen: string[] = [];
    const follow = async (address: string) => {
      const { body } = await browser.open(address);
      seen.push(`${rangeIn(body)} ${rowsIn(body)}`);
      return pagesIn(body);
    };
    const first = await follow("/admin/redirects");
    assert.deepEqual(Object.keys(first), ["Next page"]);
    const second = await follow(first["Next page"]!);
    const third = await follow(second["Next page"]!);
    const last = await follow(third["Next page"]!);
    assert.deepEqual(Object.keys(last), ["First page", "Previous page"]);
    const third2 = await follow(last["Previous page"]!);
    const second2 = await follow(third2["Previous page"]!);
    const first2 = await follow(second2["Previous page"]!);
    assert.deepEqual(Object.keys(first2), ["Next page"]);
    await follow(last["First page"]!);
    assert.deepEqual(seen, [
      "1–30 of 95 30",
      "31–60 of 95 30",
      "61–90 of 95 30",
      "91–95 of 95 5",
      "61–90 of 95 30",
      "31–60 of 95 30",
      "1–30 of 95 30",
      "1–30 of 95 30",
    ]);
  });

  void test("counts no further than it must", async () => {
    const site = await aSite();
    await addRedirects(site.site.id, 10_001);
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { body } = await browser.open("/admin/redirects");
    assert.equal(rangeIn(body), "1–30 of more than 10,000");
    assert.match(body, /<span class="total">\s*More than 10,000\s*<\/span>/);
  });

  void test("keeps its pages apart from whatever stands in the address", async () => {
    const site = await aSite();
    await addRedirects(site.site.id, 31);
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { body } = await browser.open(`/admin/redirects?trail=${"~".repeat(9)}<b>&from=-7&cursor=nonsense`);
    assert.match(body, /This cursor/);
    assert.doesNotMatch(body, /<b>/);
  });

  void test("says in an empty school what it is for, and how to begin", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { body } = await browser.open("/admin/redirects");
    const empty = /<div class="empty">[^]*?<\/div>/.exec(body)?.[0] ?? "";
    assert.match(empty, /Old addresses that lead to new ones/);
    assert.match(empty, /href="\/admin\/redirects\/new"/);
    assert.match(empty, /href="\/docs"/);
    const narrowed = await browser.open("/admin/coupons?status=active");
    assert.doesNotMatch(narrowed.body, /href="\/docs">Read/);
  });
});
