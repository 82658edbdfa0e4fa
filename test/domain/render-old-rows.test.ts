import assert from "node:assert/strict";
import { test } from "node:test";
import { contentOf } from "#database/content/content-of.ts";
import { findAppearance } from "#domain/site/appearance/queries.ts";
import { renderOldRows, sitesToRender } from "#domain/background/old-rows/render-old-rows.ts";
import { database } from "../support/databases/database.ts";
import { anOperator } from "../rest/support/operator.ts";
import { aTaughtCourse, curriculumScopes, made } from "../rest/support/taught-course.ts";

const scopes = `${curriculumScopes} pages:read pages:write appearance:read appearance:write membership_plans:read membership_plans:write`;

void test("Public pages send the stored HTML, and the source of rows that a job has not rendered yet", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator.site;
  const { course, section } = await aTaughtCourse(operator);
  const items = [{ question: "Why?", answer_markdown: "*So.*" }];
  const blocks = [{ kind: "markdown", markdown: "*One*" }, { kind: "divider" }, { kind: "faq", items }];
  const page = await made(operator.post("/pages", { title: "About", path: "/about", blocks }));
  await operator.post(`/pages/${page.id}/publish`);
  const fields = { title: "First", kind: "text", body_markdown: "*Two*", is_preview: true };
  await made(operator.post(`/sections/${section.id}/lectures`, fields));
  const home_sections = [{ kind: "faq", settings: { items } }];
  await operator.put("/appearance/home_sections", { home_sections }, { "if-match": "*" });
  await made(operator.post("/membership_plans", { name: "A", plan_type: "lifetime", faq: items }));

  const read = async (path: string) => (await operator.site.request("GET", path)).body;
  for (const rendered of ["<em>One</em>", "<em>So.</em>"]) assert.ok((await read("/about")).includes(rendered));
  assert.ok((await read("/")).includes("<em>So.</em>"));

  await database.run`update pages set block_html = '{STORED,ANSWER}' where site_id = ${contentOf(site.id)}`;
  assert.match(await read("/about"), /STORED[\s\S]*ANSWER/);

  await database.run`update pages set block_html = null where site_id = ${contentOf(site.id)}`;
  await database.run`update appearances set home_section_html = null where site_id = ${contentOf(site.id)}`;
  await database.run`update membership_plans set faq_html = null where site_id = ${contentOf(site.id)}`;
  await database.run`update lectures set body_html = null where site_id = ${contentOf(site.id)}`;
  assert.ok((await read("/about")).includes('<pre tabindex="0">*One*</pre>'));
  assert.ok((await read("/")).includes('<pre tabindex="0">*So.*</pre>'));
  assert.ok((await sitesToRender(database)).includes(site.id));
  assert.ok((await renderOldRows(database)) >= 4);
  assert.ok((await read("/about")).includes("<em>One</em>"));
  assert.ok((await read("/")).includes("<em>So.</em>"));
  assert.ok(!(await sitesToRender(database)).includes(site.id));
  const lectures = await database.many<{ bodyHtml: string }>`
    select body_html from lectures where site_id = ${site.id}`;
  assert.deepEqual(lectures, [{ bodyHtml: "<p><em>Two</em></p>\n" }]);
  assert.ok(course && "homeSectionHtml" in (await findAppearance({ db: database, site })));
});
