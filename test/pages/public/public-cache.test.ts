import assert from "node:assert/strict";
import { test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { contentOf } from "#database/content/content-of.ts";
import { contentVersions, maxAge } from "#domain/public-catalog/content-version.ts";
import { publishDuePosts } from "#domain/content/posts/jobs/publish-due-posts.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { evaluateConditionsOfReads } from "#http/conditional-reads.ts";
import { contextOf, resolveContexts } from "#http/context.ts";
import { keepPublicResponses, sendPublic } from "#http/public-cache/keep-public-responses.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { countStatements } from "../../support/meters/count-statements.ts";
import { day, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { publishEverything } from "../../support/worlds/published.ts";
import { type ASite, aSite, buildProcess, siteAt } from "../../support/world.ts";

const html = { headers: { accept: "text/html" } };
const course = { status: "published", publishedAt: now() } as const;

/** The site as another process of the installation serves it. */
const elsewhere = ({ site }: ASite) => siteAt(site, buildProcess({ sites: openSiteDirectory(database) }));

/** The version of the content is read at each request, and the site every three seconds. */
const maxStatements = 2;

/** Reads a page twice, so that the second response is a kept one. */
async function warm(site: Pick<ASite, "get">, path: string, options: object = html) {
  await site.get(path, options);
  const { result, statements } = await countStatements(() => site.get(path, options));
  assert.ok(statements <= maxStatements, `${path}: ${statements} statements`);
  return result;
}

void test("Public pages and documents are kept: a request reads only the version of the content", async () => {
  const site = await aSite();
  await publishEverything(site);
  const slugs = ["courses", "events", "posts", "membership-plans", "digital-products", "consulting", "lecturers"];
  const kinds = ["course", "event", "post", "plan", "product", "service", "lecturer"];
  const pages = slugs.flatMap((list, index) => [`/${list}`, `/${list}/shown-${kinds[index]}`]);
  const documents = [
    "/llms.txt",
    "/pricing.md",
    "/auth.md",
    "/robots.txt",
    "/sitemap.xml",
    ...pages.map((page) => `${page}.md`),
  ];
  for (const path of ["/", "/shown-page", "/events?past=1", ...pages, ...documents]) {
    const kept = await warm(site, path);
    assert.equal(kept.statusCode, 200, path);
    assert.match(String(kept.headers["cache-control"]), /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=/);
    assert.equal(kept.headers["set-cookie"], undefined);
    assert.match(String(kept.headers["x-request-id"]), /./);
    const { result, statements } = await countStatements(() =>
      site.get(path, { headers: { "if-none-match": String(kept.headers.etag) } }),
    );
    assert.deepEqual([result.statusCode, result.body], [304, ""], path);
    assert.ok(statements <= maxStatements, path);
  }
  const document = await warm(site, "/courses", { headers: { accept: "text/markdown" } });
  assert.match(String(document.headers["content-type"]), /markdown/);
  assert.match(String(document.headers.vary), /Accept/);
});

void test("A change by any surface or job is on the next page of every process", async () => {
  const site = await aSite();
  const operator = await operatorOf(site, "school:read school:write courses:write courses:publish posts:write");
  const other = elsewhere(site);
  const created = await operator.post("/courses", { name: "Knots", course_type: "free", language: "en" });
  assert.equal(created.statusCode, 201, created.body);
  const { id } = created.json<{ id: string }>();
  const shows = async (path: string, text: RegExp) => {
    await warm(other, path);
    return text.test((await other.get(path, html)).body);
  };
  assert.equal(await shows("/", /High tides/), false);
  assert.equal((await operator.patch("/school", { name: "High tides", description: "A harbour." })).statusCode, 200);
  assert.equal(await shows("/", /High tides/), true);
  assert.equal(await shows("/llms.txt", /High tides/), true);

  await database.run`update courses set status = 'published', published_at = ${now()} where site_id = ${contentOf(site.id)}`;
  assert.equal(await shows("/courses", /Knots/), true);
  assert.equal((await operator.patch(`/courses/${id}`, { name: "Splices" })).statusCode, 200);
  assert.equal(await shows("/courses", /Splices/), true);
  assert.equal(await shows("/courses.md", /Splices/), true);

  const post = await operator.post("/posts", { title: "Ebb", body_markdown: "Low.", access: "public" });
  assert.equal(post.statusCode, 201, post.body);
  const publishAt = new Date(now().getTime() + minute).toISOString();
  const scheduled = await operator.post(`/posts/${post.json<{ id: string }>().id}/publish`, { publish_at: publishAt });
  assert.equal(scheduled.statusCode, 200, scheduled.body);
  assert.equal(await shows("/posts", /Ebb/), false);
  await later(2 * minute, async () => {
    assert.equal(await shows("/posts", /Ebb/), true);
    await publishDuePosts(database, now());
    assert.equal(await shows("/posts", /Ebb/), true);
  });
});

void test("What begins or ends with time alone changes within seconds", async () => {
  const site = await aSite();
  const publishedAt = new Date(now().getTime() + minute);
  const context = site.context();
  await database.run`
    insert into posts (site_id, id, slug, title, status, published_at, access, locale, body_html, created_at, updated_at)
    values (${site.id}, ${newId()}, 'tide', 'Tide tables', 'scheduled', ${publishedAt}, 'public', 'en', '', ${context.now},
            ${context.now})`;
  assert.doesNotMatch((await warm(site, "/posts")).body, /Tide tables/);
  await later(minute + maxAge, async () => assert.match((await site.get("/posts", html)).body, /Tide tables/));
});

void test("Sites, languages and forms of a page never share a response", async () => {
  const [one, other] = [await aSite(), await aSite()];
  await insertCourse(one.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  await insertCourse(other.context(), { id: newId(), slug: "knots", name: "Splices", ...course }, now());
  for (const _ of [1, 2]) {
    assert.match((await one.get("/courses/knots", html)).body, /Knots/);
    assert.match((await other.get("/courses/knots", html)).body, /Splices/);
    const taiwanese = { headers: { accept: "text/html", "accept-language": "zh-TW" } };
    assert.match((await one.get("/courses/knots", taiwanese)).body, /<html lang="zh-TW"/);
    assert.match((await one.get("/courses/knots", html)).body, /<html lang="en"/);
    assert.match((await one.get("/courses/knots", { headers: { accept: "text/markdown" } })).body, /^# Knots/);
    const port = await one.get("/courses/knots", { headers: { host: `${other.host}:443` } });
    assert.match(port.body, /Splices/);
  }
  assert.equal((await one.get("/courses/knots", { headers: { host: "nobody.example.test" } })).statusCode, 404);
});

void test("Members get pages of their own, which are never kept, and visitors never get them", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Zebedee Quill" });
  const browser = await site.signedIn(member);
  for (const _ of [1, 2]) {
    const page = await browser.open("/courses");
    assert.match(page.body, /href="\/account"/);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { headers } = await site.get("/courses", { headers: { cookie } });
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers.etag, undefined);
    const visitor = await site.get("/courses", html);
    assert.match(visitor.body, /href="\/sign-in"/);
    assert.match(String(visitor.headers.vary), /Cookie/);
  }
  // A document is the same for members, an expired session is not.
  await warm(site, "/llms.txt");
  const { statements } = await countStatements(() => browser.open("/llms.txt"));
  assert.ok(statements <= maxStatements);
});

void test("Errors, redirects, searches, forms and unknown parameters are not kept", async () => {
  const site = await aSite();
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  for (const path of ["/courses/none", "/plans", "/courses?q=knots", "/courses?any=1", "/%63ourses"]) {
    await site.get(path, html);
    const { result, statements } = await countStatements(() => site.get(path, html));
    if (result.statusCode === 200) assert.ok(statements > maxStatements, path);
    if (result.statusCode !== 200) assert.doesNotMatch(String(result.headers["cache-control"]), /s-maxage/, path);
    if (result.headers["set-cookie"]) assert.doesNotMatch(String(result.headers["cache-control"]), /public/, path);
  }
  const campaign = await countStatements(async () => {
    await warm(site, "/courses");
    return site.get("/courses?utm_source=mail", html);
  });
  assert.match(campaign.result.body, /Knots/);
});

void test("A transaction that is rolled back changes no version, and one that commits changes it once", async () => {
  const site = await aSite();
  const versions = contentVersions(database);
  const id = newId();
  await insertCourse(site.context(), { id, slug: "knots", name: "Knots", ...course }, now());
  const rename = (name: string) =>
    database.transaction(async (db) => {
      await db.run`update courses set name = ${name} where site_id = ${contentOf(site.id)} and id = ${id}`;
      if (name === "refused") throw new Error("refused");
    });
  const before = await versions(site);
  await warm(site, "/courses");
  await assert.rejects(rename("refused"), /refused/);
  await database.run`update courses set enrollment_count = 7 where site_id = ${site.id} and id = ${id}`;
  assert.equal(await versions(site), before);
  await warm(site, "/courses");
  await rename("Splices");
  assert.notEqual(await versions(site), before);
  assert.match((await site.get("/courses", html)).body, /Splices/);
  const other = await aSite();
  assert.notEqual(await versions(site), await versions(other));
});

void test("A statement that changes no row changes no version, unless it reads other rows than it changes", async () => {
  const site = await aSite();
  const versions = contentVersions(database);
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  const before = await versions(site);
  await database.run`update courses set name = 'a' where site_id = ${contentOf(site.id)} and id = ${newId()}`;
  assert.equal(await versions(site), before);
  await database.write.many`
    with renamed as (update courses set name = 'a' where site_id = ${contentOf(site.id)} returning id)
    select id from renamed where false`;
  assert.notEqual(await versions(site), before);
});

void test("Concurrent requests share the statement for the version, and each sees what was committed before it", async () => {
  const sites = await Promise.all(Array.from({ length: 3 }, () => aSite()));
  const versions = contentVersions(database);
  for (const { site } of sites) await database.run`update sites set description = 'x' where id = ${contentOf(site.id)}`;
  const { statements } = await countStatements(() =>
    Promise.all(Array.from({ length: 60 }, (_unused, index) => versions(sites[index % 3]!))),
  );
  assert.ok(statements <= 2, `${statements} statements`);
  const [first] = sites as [ASite];
  for (let change = 0; change < 20; change++) {
    const reading = versions(first);
    await database.run`update sites set description = ${String(change)} where id = ${contentOf(first.id)}`;
    const seen = await versions(first);
    assert.notEqual(seen, change === 0 ? undefined : "none");
    await reading;
    assert.equal(await versions(first), seen);
  }
});

/** An application with routes of the test. `countView` is called for each counted view. */
function anApplication(add: (ofSites: FastifyInstance) => void, countView = () => {}): FastifyInstance {
  const app = fastify();
  const sites = openSiteDirectory(database);
  app.register(async (ofSites) => {
    resolveContexts(ofSites, { db: database, sites, environment: "production", clock: now });
    evaluateConditionsOfReads(ofSites);
    keepPublicResponses(ofSites, { versions: contentVersions(database), sites, lookOf: () => "en", countView });
    add(ofSites);
  });
  return app;
}

void test("Views of kept pages are counted, also if the visitor has the page already", async () => {
  const site = await aSite();
  let [counted, made] = [0, 0];
  const app = anApplication(
    (ofSites) =>
      ofSites.get("/page", async (request, reply) => {
        made++;
        return sendPublic(request, reply.type("text/plain"), "text", { isView: true });
      }),
    () => counted++,
  );
  const open = (method: "GET" | "HEAD", headers = {}) =>
    app.inject({ method, url: "/page", headers: { host: site.host, ...headers } });
  const { headers } = await open("GET");
  await open("GET");
  assert.equal((await open("GET", { "if-none-match": headers.etag })).statusCode, 304);
  await open("HEAD");
  // The page itself counts the view of the first request.
  assert.deepEqual([made, counted], [1, 2]);
  await app.close();
});

void test("A response that was made before a change is never sent after it", async () => {
  const site = await aSite();
  await database.run`update sites set description = 'before' where id = ${contentOf(site.id)}`;
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let made = 0;
  const app = anApplication((ofSites) =>
    ofSites.get("/page", async (request, reply) => {
      const { description } = await database.one<{ description: string }>`
        select description from sites where id = ${contextOf(request).site.id}`;
      if (made++ === 0) {
        gates[0].resolve();
        await gates[1].promise;
      }
      return sendPublic(request, reply.type("text/plain"), description);
    }),
  );
  const get = () => app.inject({ url: "/page", headers: { host: site.host } });
  const slow = get().then((response) => response);
  await gates[0].promise;
  const waiting = get().then((response) => response);
  await database.run`update sites set description = 'after' where id = ${contentOf(site.id)}`;
  const next = await get();
  gates[1].resolve();
  assert.equal((await slow).body, "before");
  assert.equal(next.body, "after");
  await waiting;
  for (const _ of [1, 2]) assert.equal((await get()).body, "after");
  await app.close();
});

void test("Concurrent requests for a page wait for one that makes it", async () => {
  const site = await aSite();
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  await site.get("/courses", html);
  const { statements: alone } = await countStatements(() => later(day, async () => await site.get("/courses", html)));
  const { statements } = await countStatements(() =>
    later(2 * day, () => Promise.all(Array.from({ length: 20 }, () => site.get("/courses", html)))),
  );
  assert.ok(statements < 3 * alone, `${statements} statements of 20 requests, ${alone} of one`);
});
