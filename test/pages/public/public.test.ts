import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { insertPage } from "#domain/content/pages/queries.ts";
import { insertPost } from "#domain/content/posts/queries.ts";
import { insertRedirect } from "#domain/platform/addresses/redirect-queries.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { rows } from "#database/statements/sql.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { publishEverything } from "../../support/worlds/published.ts";
import { type ASite, aSite, buildProcess, siteAt } from "../../support/world.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { make } from "../../rest/support/make.ts";
import { operatorOf } from "../../rest/support/operator.ts";

const html = { headers: { accept: "text/html" } };
const read = async (site: ASite, path: string) => (await site.get(path, html)).body;
const course = { status: "published", publishedAt: now() } as const;

const menuOf = (body: string) =>
  new Set([...body.split("<main")[0]!.matchAll(/<a href="(\/[a-z-]+)"/g)].map(([, path]) => path));
const cards = (body: string) => [...body.matchAll(/<h2><a href="\/courses\/(c-\d+)"/g)].map(([, slug]) => slug!);

void test("The home page is public, sets no cookie, and links signed-in members to their account", async () => {
  const site = await aSite();
  const answer = await site.get("/", html);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers["set-cookie"], undefined);
  assert.match(answer.body, /Learn to sail\./);
  assert.match(answer.body, /href="\/sign-in"/);
  assert.match(answer.body, /Nothing has been published yet/);

  const browser = await site.signedIn(await site.member());
  const { body } = await browser.open("/");
  assert.match(body, /href="\/account"/);
  assert.doesNotMatch(body, /href="\/sign-in"/);
});

void test("The footer links to the profiles of the school by the names of their networks", async () => {
  const site = await aSite();
  const operator = await operatorOf(site, "school:read school:write");
  const social = { youtube: "https://video.example/harbour", sea_radio: "https://radio.example/harbour" };
  assert.equal((await operator.patch("/school", { social })).statusCode, 200);
  const body = await read(site, "/");
  assert.match(body, /href="https:\/\/video\.example\/harbour"[^>]*>YouTube</);
  assert.match(body, /href="https:\/\/radio\.example\/harbour"[^>]*>Sea radio</);
});

void test("The menu contains only existing content", async () => {
  const site = await aSite();
  assert.deepEqual(menuOf(await read(site, "/")), new Set(["/sign-in"]));
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", ...course }, now());
  assert.deepEqual(menuOf(await read(site, "/")), new Set(["/courses", "/sign-in"]));
});

void test("The first pictures of a list load with the page, the one on top first, and the others when they are reached", async () => {
  const site = await aSite();
  const operator = await operatorOf(site, "courses:read courses:write curriculum:write storage:write");
  const sent = await sendFile(operator, aPicture(), { visibility: "public" }, { name: "knot.png" });
  const { id: cover_file_id } = sent.json<{ id: string }>();
  for (const name of ["Bowline", "Hitch", "Splice", "Whipping"]) {
    const { id } = await make(operator, "/courses", { name, cover_file_id, course_type: "free" });
    const section = await make(operator, `/courses/${id}/sections`, { title: "One", status: "published" });
    const lecture = { title: name, kind: "text", status: "published", body_markdown: "A loop." };
    await make(operator, `/sections/${section.id}/lectures`, lecture);
    assert.equal((await operator.post(`/courses/${id}/publish`)).statusCode, 200);
  }
  const pictures = (await read(site, "/courses")).match(/<img src="[^"]*\/files\/[^>]*>/g) ?? [];
  const loading = pictures.map((picture) => /fetchpriority="high"|loading="lazy"/.exec(picture)?.[0]);
  const first = 'fetchpriority="high"';
  assert.deepEqual(loading, [first, undefined, undefined, 'loading="lazy"']);
});

void test("A course links enrolled members to their lectures, and shows others the price", async () => {
  const site = await aSite();
  const id = newId();
  await insertCourse(site.context(), { id, slug: "knots", name: "Knots", ...course }, now());
  const [enrolled, other] = [await site.member(), await site.member()];
  const enrollment = { id: newId(), studentId: enrolled.id, courseId: id, startsAt: now(), enrolledAt: now() };
  await insertEnrollment(site.context(), enrollment, now());
  assert.match((await (await site.signedIn(enrolled)).open("/courses/knots")).body, /href="\/learn\/knots"/);
  const { body } = await (await site.signedIn(other)).open("/courses/knots");
  assert.doesNotMatch(body, /href="\/learn\/knots"/);
  assert.match(body, /Prices/);
});

void test("A resource requested by its id redirects to its own address", async () => {
  const site = await aSite();
  const id = newId();
  await insertCourse(site.context(), { id, slug: "knots", name: "Knots", ...course }, now());
  const answer = await site.get(`/courses/${formatId("course", id)}`, html);
  assert.deepEqual([answer.statusCode, answer.headers.location], [308, "/courses/knots"]);
});

void test("A post for members shows visitors a teaser and the reason, and members the full text", async () => {
  const site = await aSite();
  const planId = newId();
  const post = { locale: "en", status: "published", publishedAt: now(), excerpt: "On tides." } as const;
  const secret = { ...post, searchTerms: [], bodyMarkdown: "The moon does it.", bodyHtml: "<p>The moon does it.</p>" };
  await insertPost(site.context(), { ...secret, id: newId(), title: "Tides", slug: "tides", access: "members" }, now());
  const forPlan: Parameters<typeof insertPost>[1] = {
    ...secret,
    id: newId(),
    title: "Currents",
    slug: "currents",
    access: "plans",
    planIds: [planId],
  } as const;
  await insertPost(site.context(), forPlan, now());
  for (const [slug, why] of [
    ["tides", /is for members of/],
    ["currents", /is included in a membership/],
  ] as const) {
    for (const address of [`/posts/${slug}`, `/posts/${slug}.md`]) {
      const body = await read(site, address);
      assert.match(body, /On tides\./);
      assert.doesNotMatch(body, /moon/, address);
    }
    assert.match(await read(site, `/posts/${slug}`), why);
    assert.match(await read(site, `/posts/${slug}.md`), /This post is for/);
  }
  const member = await site.member();
  const browser = await site.signedIn(member);
  assert.match((await browser.open("/posts/tides")).body, /The moon does it/);
  assert.doesNotMatch((await browser.open("/posts/currents")).body, /moon/);
  const dates = { createdAt: now(), updatedAt: now() };
  await database.run`
    insert into membership_plans ${rows({ siteId: site.id, id: planId, name: "All", slug: "all", status: "active", planType: "lifetime", ...dates })}`;
  const membership = { memberId: member.id, planId, status: "active", source: "manual", startsAt: now() };
  await database.run`insert into subscriptions ${rows({ siteId: site.id, id: newId(), ...membership, ...dates })}`;
  assert.match((await browser.open("/posts/currents")).body, /The moon does it/);
  // A member of another site is not a member here.
  const elsewhere = await aSite();
  const stranger = await elsewhere.signedIn(await elsewhere.member());
  const headers = { accept: "text/html", cookie: [...stranger.cookies].map((pair) => pair.join("=")).join("; ") };
  assert.doesNotMatch((await site.get("/posts/tides", { headers })).body, /moon/);
});

void test("Lists are paginated and searchable", async () => {
  const site = await aSite();
  for (let index = 0; index < 30; index++) {
    const name = index === 7 ? "Sextant" : `Course ${index}`;
    const searchTerms = searchTermsFor(site.site, [name]);
    const row = {
      siteId: site.id,
      id: newId(),
      slug: `c-${index}`,
      name,
      language: "en",
      position: index,
      searchTerms,
    };
    await database.run`insert into courses ${rows({ ...row, ...course, createdAt: now(), updatedAt: now() })}`;
  }
  const first = await read(site, "/courses");
  const next = /href="(\/courses\?after=[^"]+)"/.exec(first)![1]!.replaceAll("&amp;", "&");
  const second = await read(site, next);
  assert.deepEqual(
    [...cards(first), ...cards(second)].toSorted(),
    Array.from({ length: 30 }, (_, index) => `c-${index}`).toSorted(),
  );
  assert.deepEqual(cards(await read(site, "/courses?q=sextant")), ["c-7"]);
  assert.match(await read(site, "/courses?q=nothing-like-it"), /No results/);
  const misspelled = await read(site, "/courses?q=sextent");
  assert.deepEqual(cards(misspelled), ["c-7"]);
  assert.match(misspelled, /No results for “<bdi class="foreign">sextent<\/bdi>”. Similar ones:/);
  assert.deepEqual(cards(await read(site, "/courses?q=how+do+I+use+a+sextant")), ["c-7"]);
  assert.deepEqual(cards(await read(site, "/posts?q=sextent")), []);
  const broken = await site.get("/courses?after=broken", html);
  assert.equal(broken.statusCode, 400);
});

void test("Pages of the school are at their own paths, and old paths redirect", async () => {
  const site = await aSite();
  const scope = site.context();
  const page = { pageType: "content", locale: "en", status: "published", publishedAt: now() } as const;
  const text = { bodyMarkdown: "We *sail*.", bodyHtml: "<p>We <em>sail</em>.</p>\n" };
  await insertPage(
    scope,
    { ...page, ...text, id: newId(), title: "About us", path: "/about/us", searchTerms: [] },
    now(),
  );
  await insertRedirect(scope, { id: newId(), from: "/old/über.html", to: "/about/us", status: 301 }, now());
  await insertRedirect(scope, { id: newId(), from: "/away", to: "https://elsewhere.example/?a=1", status: 302 }, now());
  await insertRedirect(scope, { id: newId(), from: "/about/us", to: "/nowhere", status: 308 }, now());

  const body = await read(site, "/about/us");
  assert.match(body, /<h1 class="foreign">About us<\/h1>/);
  assert.match(body, /<p>We <em>sail<\/em>\.<\/p>/);
  assert.equal((await site.get("/about/us.md")).body, `# About us\n\n- URL: ${site.origin}/about/us\n\nWe *sail*.\n`);
  const moved = await site.get("/old/%C3%BCber.html?from=mail", html);
  assert.deepEqual([moved.statusCode, moved.headers.location], [301, "/about/us?from=mail"]);
  const away = await site.get("/away?b=2");
  assert.deepEqual([away.statusCode, away.headers.location], [302, "https://elsewhere.example/?a=1"]);
  assert.equal((await site.request("POST", "/away", html)).statusCode, 404);
  const slashed = await site.get("/about/us/", html);
  assert.deepEqual([slashed.statusCode, slashed.headers.location], [308, "/about/us"]);
  for (const path of ["/about", "/%", "/%00", `/${"a".repeat(600)}`, "/about/us.md.md"]) {
    assert.ok([400, 404].includes((await site.get(path, html)).statusCode), path);
  }
});

void test("A page at a custom path is served at one URL, without a warning in the log", async () => {
  const { site: made } = await aSite();
  const warnings: unknown[] = [];
  const warn = (...said: unknown[]) => void warnings.push(said);
  const watched = buildProcess({
    observe: (app) => app.addHook("onRequest", async ({ log }) => void Object.assign(log, { warn, error: warn })),
  });
  const site = siteAt(made, watched);
  const page = { pageType: "content", locale: "en", status: "published", publishedAt: now() } as const;
  const text = { bodyMarkdown: "Mind the gap.", bodyHtml: "<p>Mind the gap.</p>\n", searchTerms: [] };
  await insertPage(site.context(), { ...page, ...text, id: newId(), title: "Warning", path: "/warn" }, now());
  await insertRedirect(site.context(), { id: newId(), from: "/old", to: "/warn", status: 301 }, now());

  for (const accept of ["text/html", "text/markdown", "application/json"]) {
    for (const [path, status] of [
      ["/warn", 200],
      ["/warn.md", 200],
      ["/old", 301],
      ["/nowhere", 404],
    ] as const) {
      assert.equal((await site.get(path, { headers: { accept } })).statusCode, status, `${accept} at ${path}`);
    }
  }
  assert.deepEqual(warnings, []);
});

void test("Pages have structured data that no text can break out of", async () => {
  const site = await aSite();
  await publishEverything(site);
  const name = `</script><script>alert("1")</script> \\" & Knots`;
  await insertCourse(site.context(), { id: newId(), slug: "knots", name, subtitle: name, ...course }, now());
  const dataOf = async (path: string) =>
    [...(await read(site, path)).matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    );
  const [about, crumbs] = await dataOf("/courses/knots");
  assert.deepEqual([about!["@type"], about!["name"], about!["url"]], ["Course", name, `${site.origin}/courses/knots`]);
  assert.equal(crumbs!["@type"], "BreadcrumbList");
  assert.equal((crumbs!["itemListElement"] as unknown[]).length, 3);
  assert.doesNotMatch(await read(site, "/courses/knots"), /<script>/);
  const types = {
    events: "Event",
    posts: "BlogPosting",
    "membership-plans": "Product",
    "digital-products": "Product",
    consulting: "Service",
    lecturers: "Person",
  };
  const kinds = {
    events: "event",
    posts: "post",
    "membership-plans": "plan",
    "digital-products": "product",
    consulting: "service",
    lecturers: "lecturer",
  };
  for (const [list, type] of Object.entries(types)) {
    const [item] = await dataOf(`/${list}/shown-${kinds[list as keyof typeof kinds]}`);
    assert.equal(item!["@type"], type);
  }
});

void test("A page uses the reader's language, and marks the language of its content", async () => {
  const site = await aSite();
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knoten", language: "de", ...course }, now());
  const { body } = await site.get("/courses/knots", { headers: { accept: "text/html", "accept-language": "zh-TW" } });
  assert.match(body, /<html lang="zh-TW">/);
  assert.match(body, /<h1 lang="de" class="foreign">Knoten<\/h1>/);
});

void test("A preview lecture is public at its own course; others are not", async () => {
  const site = await aSite();
  const scope = site.context();
  const [courseId, sectionId] = [newId(), newId()];
  await insertCourse(scope, { id: courseId, slug: "knots", name: "Knots", ...course }, now());
  await insertCourse(scope, { id: newId(), slug: "sails", name: "Sails", ...course }, now());
  await insertSection(scope, { id: sectionId, courseId, title: "Begin", position: 0 }, now());
  const lecture = { courseId, sectionId, kind: "text", bodyMarkdown: "Take a *rope*." } as const;
  const [preview, closed] = [newId(), newId()];
  await insertLecture(scope, { ...lecture, id: preview, title: "Ropes", position: 0, isPreview: true }, now());
  await insertLecture(scope, { ...lecture, id: closed, title: "Splices", position: 1, isPreview: false }, now());
  assert.match(await read(site, "/courses/knots"), new RegExp(`<a href="${previewAt("knots", preview)}">`));
  assert.match(await read(site, previewAt("knots", preview)), /Take a <em>rope<\/em>\./);
  for (const address of [previewAt("knots", closed), previewAt("sails", preview)]) {
    assert.equal((await site.get(address, html)).statusCode, 404, address);
  }
});

const previewAt = (slug: string, id: string) => `/courses/${slug}/previews/${formatId("lecture", id)}`;
