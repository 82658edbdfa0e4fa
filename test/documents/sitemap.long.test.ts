import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { updateSchool, lockSchool } from "#domain/site/school/queries.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { type ASite, aSite } from "../support/world.ts";

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
const settings = async (site: ASite, changes: object) => {
  await lockSchool(site.context());
  await updateSchool(site.context(), changes, now());
};

void test("A sitemap has at most 50,000 URLs, and all sitemaps together list each URL once", async () => {
  const site = await aSite();
  const rest = 50_001;
  await database.run`
    insert into posts (site_id, id, title, slug, access, status, published_at, locale, created_at, updated_at)
    select ${site.id}, ('01900000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'Tide', 'tide-' || number,
           'public', 'published', ${now()}, 'en', ${now()}, ${now()}
      from generate_series(1, ${rest}) as number`;
  const parts = addresses((await site.get("/sitemap.xml")).body).map((address) => new URL(address));
  assert.equal(parts.length, 2);
  const found = [];
  for (const { pathname, search } of parts) found.push(addresses((await site.get(`${pathname}${search}`)).body));
  assert.deepEqual(
    found.map(({ length }) => length),
    [50_000, 1],
  );
  assert.equal(new Set(found.flat()).size, rest);
  assert.equal(found[1]![0], `${site.origin}/posts/tide-${rest}`);
});

void test("The sitemap has the date of each page, and is 304 while unchanged", async () => {
  const site = await aSite();
  await insertCourse(
    site.context(),
    { id: newId(), slug: "knots", name: "Knots", status: "published", publishedAt: now() },
    now(),
  );
  const [part] = addresses((await site.get("/sitemap.xml")).body);
  const { pathname, search } = new URL(part!);
  const map = await site.get(`${pathname}${search}`);
  assert.match(map.body, /<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  const again = await site.get(`${pathname}${search}`, { headers: { "if-none-match": String(map.headers["etag"]) } });
  assert.deepEqual([again.statusCode, again.body], [304, ""]);
});

void test("A sitemap of missing content or with another offset is 404", async () => {
  const site = await aSite();
  for (const path of ["/sitemaps/members.xml?from=x", "/sitemaps/courses.xml", "/sitemaps/courses.xml?from=pst_x"]) {
    assert.equal((await site.get(path)).statusCode, 404, path);
  }
});

void test("Pages that the school hides from search engines are in no sitemap, and declare it", async () => {
  const site = await aSite();
  const course = { status: "published", publishedAt: now() } as const;
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  await insertCourse(
    site.context(),
    { id: newId(), slug: "quiet", name: "Quiet", ...course, seo: { noindex: true } },
    now(),
  );
  const [part] = addresses((await site.get("/sitemap.xml")).body);
  const { pathname, search } = new URL(part!);
  assert.deepEqual(addresses((await site.get(`${pathname}${search}`)).body), [`${site.origin}/courses/knots`]);
  assert.match((await site.get("/courses/quiet")).body, /<meta name="robots" content="noindex" \/>/);

  await settings(site, { settings: { seo: { includeInSitemap: ["posts"] } } });
  // Every write of an operation adds an audit entry, which invalidates the cache.
  const client = await site.operatorClient({ audience: "operator" });
  await site.connect(client, await site.member({ roles: ["owner"] }), "courses:read");
  assert.deepEqual(addresses((await site.get("/sitemap.xml")).body), []);
  await settings(site, { settings: { seo: { indexSite: false } } });
  assert.match((await site.get("/courses/knots")).body, /<meta name="robots" content="noindex" \/>/);
});

void test("robots.txt links to the sitemap and disallows private pages; a hidden site disallows everything", async () => {
  const site = await aSite();
  const open = (await site.get("/robots.txt")).body;
  for (const line of [`Sitemap: ${site.origin}/sitemap.xml`, "Disallow: /account", "Disallow: /learn"]) {
    assert.ok(open.split("\n").includes(line), line);
  }
  const closed = await aSite();
  await settings(closed, { settings: { seo: { indexSite: false } } });
  assert.equal((await closed.get("/robots.txt")).body, "User-agent: *\nDisallow: /\n");
});
