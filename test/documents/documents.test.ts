import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeNames } from "#access/scopes.ts";
import { insertPlan } from "#domain/offers/course-plans/queries.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { now } from "../support/clock.ts";
import { aSite } from "../support/world.ts";

void test("/auth.md describes the flow of this site and its limits", async () => {
  const site = await aSite();
  const response = await site.get("/auth.md");
  assert.match(String(response.headers["content-type"]), /^text\/markdown/);
  for (const path of ["/oauth/authorize", "/api/oauth/token", "/api/oauth/register", "/api/oauth/revoke", "/mcp"]) {
    assert.ok(response.body.includes(`${site.origin}${path}`), path);
  }
  assert.match(response.body, /Not supported:.*agent_auth/);
  for (const scope of scopeNames) assert.ok(response.body.includes(`\`${scope}\``), scope);
  const metadata = (await site.get("/.well-known/oauth-authorization-server")).json<Record<string, string>>();
  for (const name of ["token_endpoint", "registration_endpoint", "revocation_endpoint", "authorization_endpoint"]) {
    assert.ok(response.body.includes(metadata[name]!), name);
  }
});

void test("/auth.md reflects the site's settings: document clients and signing", async () => {
  const closed = await aSite({ signing: "off" });
  assert.match((await closed.get("/auth.md")).body, /currently accepts none/);
  assert.match((await closed.get("/auth.md")).body, /issues no `id_token`/);
  const open = await aSite({ openClientMetadataDocuments: true });
  assert.match((await open.get("/auth.md")).body, /from any host/);
  assert.match((await open.get("/auth.md")).body, /ES256/);
});

void test("/llms.txt, /pricing.md and a course's document list only public content", async () => {
  const site = await aSite();
  const id = newId();
  const name = "Night *sky* | [x](javascript:y)";
  await insertCourse(site.context(), { id, slug: "night-sky", name, status: "published", publishedAt: now() }, now());
  await insertCourse(site.context(), { id: newId(), slug: "draft", name: "Secret draft" }, now());
  const plan = {
    id: newId(),
    courseId: id,
    name: "Full",
    planType: "one_time",
    priceAmount: 1999,
    priceCurrency: "USD",
  } as const;
  await insertPlan(site.context(), plan, now());
  const [llms, pricing, course] = [
    await site.get("/llms.txt"),
    await site.get("/pricing.md"),
    await site.get("/courses/night-sky.md"),
  ];
  const escaped = "Night \\*sky\\* \\| \\[x\\](javascript:y)";
  for (const document of [llms, pricing, course]) {
    assertStatus(document, 200);
    assert.ok(document.body.includes(escaped));
    assert.ok(!document.body.includes("Secret draft"));
  }
  assert.match(llms.body, /^# Harbour School\n\n> Learn to sail\./);
  assert.ok(llms.body.includes(`(${site.origin}/courses/night-sky.md)`));
  assert.match(pricing.body, /USD 19\.99/);
  assert.equal((await site.get("/courses/draft.md")).statusCode, 404);
});

void test("An unchanged document is 304", async () => {
  const site = await aSite();
  for (const path of ["/auth.md", "/llms.txt", "/pricing.md", "/robots.txt"]) {
    const { headers } = await site.get(path);
    const again = await site.get(path, { headers: { "if-none-match": String(headers["etag"]) } });
    assert.deepEqual([again.statusCode, again.body], [304, ""], path);
  }
});

const named = ({ body }: { body: string }) => [...body.matchAll(/courses\/(\w+)\.md/g)].map(([, slug]) => slug);

void test("Searches for similar items are limited per network, pages and documents together", async () => {
  const site = await aSite({ mcpAnonymousRequestsPerMinute: 2 });
  const course = { id: newId(), slug: "tides", name: "Tides", status: "published", publishedAt: now() } as const;
  await insertCourse(site.context(), course, now());
  const html = { headers: { accept: "text/html" } };
  assert.match((await site.get("/courses?q=tidez", html)).body, /Similar ones:/);
  assert.match((await site.get("/courses.md?q=tidez")).body, /These are similar:/);
  for (const [path, options] of [
    ["/courses?q=tidez", html],
    ["/courses.md?q=tidez", {}],
  ] as const) {
    const { statusCode, body } = await site.get(path, options);
    assert.deepEqual([statusCode, /similar/i.test(body), /No results/.test(body)], [200, false, true], path);
  }
  assert.deepEqual(named(await site.get("/courses.md?q=tides")), ["tides"]);
});

void test("The document of a list has the filters of its page: text, a topic, the next page", async () => {
  const site = await aSite();
  const make = async (name: string, tags: string[], position: number) => {
    const slug = name.toLowerCase();
    const course = { id: newId(), slug, name, tags, position, status: "published", publishedAt: now() } as const;
    await insertCourse(site.context(), course, now());
  };
  for (const [index, name] of ["Knots", "Tides", "Sails"].entries()) {
    await make(name, index === 1 ? ["water"] : ["rope"], index);
  }
  assert.deepEqual(named(await site.get("/courses.md")), ["knots", "tides", "sails"]);
  assert.deepEqual(named(await site.get("/courses.md?q=tides")), ["tides"]);
  assert.deepEqual(named(await site.get("/courses.md?tag=rope")), ["knots", "sails"]);
  assert.match((await site.get("/courses.md?q=anchors")).body, /No results/);
  const misspelled = await site.get("/courses.md?q=tidez");
  assert.deepEqual(named(misspelled), ["tides"]);
  assert.match(misspelled.body, /These are similar:/);
  const requested = await site.get("/courses?q=tides", { headers: { accept: "text/markdown" } });
  assert.deepEqual(named(requested), ["tides"]);
  const page = await site.get("/courses?q=tides&tag=water", { headers: { accept: "text/html" } });
  assert.equal(
    page.headers["link"],
    `<${site.origin}/courses.md?q=tides&tag=water>; rel="alternate"; type="text/markdown"`,
  );
});
