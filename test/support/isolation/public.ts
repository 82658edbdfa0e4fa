import assert from "node:assert/strict";
import { identifier } from "#database/statements/sql.ts";
import { formatId } from "#domain/platform/ids.ts";
import { manifestPath } from "#pages/views/public/installable.ts";
import { siteStylePath, siteThemePath } from "#pages/views/public/site-style.ts";
import { database } from "../databases/database.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";
import { preflight, sameForAll } from "./programs.ts";

const lists = [
  "courses",
  "events",
  "posts",
  "membership-plans",
  "digital-products",
  "consulting",
  "lecturers",
] as const;

/** Documents that are equal for all visitors, by address. */
const documents = [
  "/auth.md",
  "/llms.txt",
  "/index.md",
  "/pricing.md",
  "/skill.md",
  "/.well-known/agent-skills/index.json",
  "/robots.txt",
  "/sitemap.xml",
  ...lists.map((list) => `/${list}.md`),
];
const pages = ["/", "/search", manifestPath, siteStylePath, siteThemePath, ...lists.map((list) => `/${list}`)];

/** A resource of the other site is 404 here by its slug. */
const foreign =
  (list: (typeof lists)[number], ending = ""): Attempt =>
  async (there, { site }) => {
    const table = list === "consulting" ? "consulting_services" : list.replaceAll("-", "_");
    const { slug } = await database.one<{ slug: string }>`
      select slug from ${identifier(table)} where site_id = ${there.site.id} order by id limit 1`;
    const address = `/${list}/${slug}${ending}`;
    const answers = await Promise.all(
      ["text/html", "text/markdown"].map((accept) =>
        site.get(address, { headers: { accept }, bearer: there.tokens.access_token }),
      ),
    );
    for (const answer of answers) {
      assert.equal(answer.statusCode, 404, address);
      // The error repeats the requested slug.
      answer.body = answer.body.replaceAll(slug, "");
    }
    return answers;
  };

/** The skill of the other site has its name, which is 404 here. */
const foreignSkill: Attempt = async (there, { site }) => {
  const index = await there.site.get("/.well-known/agent-skills/index.json");
  const { skills } = index.json<{ skills: { url: string }[] }>();
  const answer = await site.get(skills[0]!.url);
  assert.equal(answer.statusCode, 404);
  return [answer];
};

/** A sitemap that starts at an id of the other site is 404. */
const foreignMap: Attempt = async (there, { site }) => {
  const from = formatId("course", await newestId(there.site.id, "courses"));
  return [await site.get(`/sitemaps/courses.xml?from=${from}`)];
};

/** A preview lecture of the other site is 404 here in any course. */
const foreignPreview: Attempt = async (there, { site }) => {
  const lecture = formatId("lecture", await newestId(there.site.id, "lectures"));
  const answers = await Promise.all(
    [there.site, site].map(({ name }) => site.get(`/courses/${name.toLowerCase()}/previews/${lecture}`)),
  );
  for (const { statusCode } of answers) assert.equal(statusCode, 404);
  return answers;
};

/** Neither a post nor a comment of the other site can be commented on here, and a form token of the other is rejected. */
const foreignDiscussion =
  (ending: (comment: string) => string): Attempt =>
  async (there, here) => {
    const comment = formatId("comment", await newestId(there.site.site.id, "comments"));
    const [foreignAddress, address] = await Promise.all(
      [there, here].map(async ({ site }) => {
        const { slug } = (await database.first<{ slug: string }>`
          select slug from posts where site_id = ${site.site.id} and status = 'published' limit 1`)!;
        return `/posts/${slug}/comments${ending(comment)}`;
      }),
    );
    const fields = { body: "Yes.", act: "reply", reply: "Yes." };
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const foreignPost = await ownBrowser.request("POST", foreignAddress!, { ...fields, csrf });
    assert.equal(foreignPost.statusCode, 404);
    // The error page repeats the requested slug.
    foreignPost.body = foreignPost.body.replaceAll(foreignAddress!.split("/")[2]!, "");
    const foreignComment = ending(comment) ? [await ownBrowser.request("POST", address!, { ...fields, csrf })] : [];
    for (const answer of foreignComment) {
      assert.equal(answer.statusCode, 404);
      // The error page repeats the requested id.
      answer.body = answer.body.replaceAll(comment, "");
    }
    const forged = await ownBrowser.request("POST", address!, { ...fields, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 403);
    const browser = visitor(there, here);
    const signedOut = await browser.request("POST", address!, { ...fields, csrf: await foreignCsrf(there) });
    // Without a session, the sign-in page is shown or redirected to.
    const isAsked = signedOut.statusCode === 403 || String(signedOut.headers.location).startsWith("/sign-in?");
    assert.ok(isAsked);
    return [foreignPost, ...foreignComment, forged, signedOut];
  };

const movedPlans: Attempt = async (_there, { site }) => {
  const answer = await site.get("/plans");
  assert.equal(answer.headers.location, "/membership-plans");
  return [answer];
};

/** Attempts at the public addresses of a site. */
export const publicAttempts: Record<string, Attempt> = {
  ...Object.fromEntries(pages.map((path) => [`GET ${path}`, sameForAll(path)])),
  ...Object.fromEntries(
    documents.flatMap((path) => [
      [`GET ${path}`, sameForAll(path)],
      [`OPTIONS ${path}`, preflight(path)],
    ]),
  ),
  "GET /.well-known/agent-skills/:name/SKILL.md": foreignSkill,
  "OPTIONS /.well-known/agent-skills/:name/SKILL.md": preflight("/.well-known/agent-skills/school/SKILL.md"),
  ...Object.fromEntries(
    lists.flatMap((list) => [
      [`GET /${list}/:slug`, foreign(list)],
      [`GET /${list}/:slug.md`, foreign(list, ".md")],
      [`OPTIONS /${list}/:slug.md`, preflight(`/${list}/x.md`)],
    ]),
  ),
  "GET /courses/:slug/previews/:lecture": foreignPreview,
  "GET /courses/:slug/reviews": foreign("courses", "/reviews"),
  "GET /courses/:slug/reviews.md": foreign("courses", "/reviews.md"),
  "OPTIONS /courses/:slug/reviews.md": preflight("/courses/x/reviews.md"),
  "POST /posts/:slug/comments": foreignDiscussion(() => ""),
  "POST /posts/:slug/comments/:comment": foreignDiscussion((comment) => `/${comment}`),
  "GET /plans": movedPlans,
  "GET /app-icons/:file": sameForAll("/app-icons/initial.svg"),
  "GET /sitemaps/:kind.xml": foreignMap,
  "OPTIONS /sitemaps/:kind.xml": preflight("/sitemaps/courses.xml"),
};
