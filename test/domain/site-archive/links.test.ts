import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import type { ImportCounts, SiteImport } from "#domain/transfer/site-archive/site-import.ts";
import { make } from "../../rest/support/make.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { database } from "../../support/databases/database.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { aFolder, asCommand, exportedSite, importedSite, openedArchive } from "./support.ts";

const missing = "crs_01k9g2c8p4e6t0v3x5y7z9b1d3";
const scopes = "courses:write curriculum:write posts:write pages:write";

const textsOf = async ({ id }: ASite): Promise<string[]> => {
  const rows = await database.many<{ text: string }>`
    select description_markdown as text from courses where site_id = ${id} and description_markdown <> ''
    union all select body_markdown from posts where site_id = ${id}
    union all select body_markdown from page_revisions where site_id = ${id}
    union all select body_markdown from pages where site_id = ${id}`;
  return rows.map(({ text }) => text);
};

/** A course that links to a post, a post that links to a page and to nothing, and a page that links to both. */
async function aLinkedSchool(): Promise<string> {
  const operator = await anOperator(scopes);
  const course = await make(operator, "/courses", { name: "Knots" });
  const post = await make(operator, "/posts", { title: "News", body_markdown: "Soon", access: "public" });
  const { origin } = operator.site.site;
  const body_markdown = `[Course](${origin}/learn/courses/${course.id}) and [post](/posts/${post.id})`;
  const page = await make(operator, "/pages", { path: "/about", title: "About", body_markdown });
  await operator.patch(`/courses/${course.id}`, { description_markdown: `[Post](/posts/${post.id})` });
  const links = `[Page](/pages/${page.id}) and [gone](/learn/courses/${missing})`;
  await operator.patch(`/posts/${post.id}`, { body_markdown: links });
  return exportedSite(operator.site);
}

const report = {
  name: 'posts "news"',
  detail: `It links to ${missing}, which was not imported. The link was not changed.`,
  code: null,
};

/** Asserts that the texts link to the rows of this site. */
async function assertLinked(site: ASite): Promise<void> {
  const { course, post, page } = await database.one<Record<"course" | "post" | "page", string>>`
    select courses.id as course, posts.id as post, pages.id as page from courses, posts, pages
     where courses.site_id = ${site.id} and posts.site_id = ${site.id} and pages.site_id = ${site.id}`;
  const ids = { course: formatId("course", course), post: formatId("post", post), page: formatId("page", page) };
  const both = `[Course](${site.origin}/learn/courses/${ids.course}) and [post](/posts/${ids.post})`;
  assert.deepEqual(await textsOf(site), [
    `[Post](/posts/${ids.post})`,
    `[Page](/pages/${ids.page}) and [gone](/learn/courses/${missing})`,
    both,
    both,
  ]);
}

void test("Links to rows that come later are translated, and links to nothing are reported", async () => {
  const target = await aSite();
  const run = await importedSite(target, await aLinkedSchool());
  assert.deepEqual(run.reported, [report]);
  await assertLinked(target);
  const changed = await database.many<{ name: string; isLater: boolean; revision: number }>`
    select 'post' as name, updated_at > created_at as is_later, version::integer as revision
      from posts where site_id = ${target.id}
    union all select 'page', updated_at > created_at, revision from pages where site_id = ${target.id}`;
  assert.deepEqual(changed, [
    { name: "post", isLater: true, revision: 2 },
    { name: "page", isLater: false, revision: 1 },
  ]);
});

void test("An import that was interrupted before its links were translated can be continued", async () => {
  const archive = await aLinkedSchool();
  const target = await aSite();
  const canceled = new AbortController();
  const options = {
    signal: canceled.signal,
    onStep: ({ counts }: SiteImport) => {
      if (counts["pages"]) canceled.abort();
    },
  };
  await assert.rejects(importSite(asCommand(target), await openedArchive(archive), aFolder(), options), /canceled/);
  const interrupted = await textsOf(target);
  const run = await importedSite(target, archive);
  assert.deepEqual([run.reported, run.counts["posts"]], [[report], { ...nothing, unchanged: 1 }]);
  await assertLinked(target);
  assert.notDeepEqual(interrupted, await textsOf(target));
  await database.run`
    update posts set body_markdown = replace(body_markdown, '/pages/pag_0', '/pages/pag_1') where site_id = ${target.id}`;
  const again = await importedSite(target, archive);
  assert.deepEqual(again.counts["posts"], { ...nothing, conflicts: 1 });
});

const nothing: ImportCounts = { created: 0, unchanged: 0, conflicts: 0, failed: 0 };
