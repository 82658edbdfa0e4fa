import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "libpg-query";
import { hidden, hiddenColumns, lateColumns } from "#database/content/hidden-writes.ts";
import { statementsOf } from "../../support/meters/count-statements.ts";
import { database } from "../../support/databases/database.ts";
import { levelsOf } from "../../support/distributed/query-levels.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { publishEverything } from "../../support/worlds/published.ts";
import type { ASite } from "../../support/world.ts";

const starts = [
  "/",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/pricing.md",
  "/auth.md",
  "/events",
  "/events?past=1",
];
const lists = ["courses", "posts", "membership-plans", "lecturers", "digital-products", "consulting"];
const maxPages = 300;

/** Opens all public pages that links and sitemaps lead to, and returns the statements of those that are kept. */
async function crawl({ site, get }: ASite): Promise<Set<string>> {
  const statements = new Set<string>();
  const opened = new Set<string>();
  const queue = [...starts, ...lists.flatMap((list) => [`/${list}`, `/${list}.md`])];
  for (let path = queue.shift(); path !== undefined && opened.size < maxPages; path = queue.shift()) {
    if (opened.has(path)) continue;
    opened.add(path);
    const address = path;
    const sent = await statementsOf(() => get(address, { headers: { accept: "text/html" } }));
    const response = sent.result;
    if (!String(response.headers["cache-control"]).includes("s-maxage")) continue;
    for (const statement of sent.statements) statements.add(statement);
    const links = response.body.matchAll(/(?:href="|<loc>|\]\()([^"<)\s#]+)/g);
    for (const [, link = ""] of links) {
      const target = link.replaceAll("&amp;", "&").replace(site.origin, "");
      if (/^\/(?!docs|assets|files|openapi)/.test(target)) queue.push(target);
    }
  }
  assert.ok(opened.size > 60, `${opened.size} pages`);
  return statements;
}

void test("Public pages read no table and no column whose writes leave the version of the content as it is", async () => {
  const { site } = await anInhabitedSite("Quill");
  await publishEverything(site);
  // The pages of events with a limit count its registrations.
  await database.run`update events set capacity = 20, waitlist_enabled = true where site_id = ${site.site.id}`;
  const statements = await crawl(site);
  assert.ok(statements.size > 60, `${statements.size} statements`);
  const read = new Map<string, string>();
  for (const statement of statements) {
    for (const { stmt } of (await parse(statement)).stmts ?? []) {
      for (const { table } of levelsOf(stmt).flatMap((level) => level.tables)) read.set(table, statement);
    }
  }
  for (const table of ["sites", "schools", "courses", "posts", "events", "members", "comments", "files"])
    assert.ok(read.has(table), table);
  for (const [table, statement] of read) {
    // The version itself is compared.
    if (table !== "site_content_versions") assert.ok(!hidden.has(table), `${table}: ${statement}`);
    for (const column of hiddenColumns[table] ?? []) {
      if (lateColumns[table]?.has(column)) continue;
      const uses = [...statements].filter((text) => new RegExp(`\\b${table}\\.${column}\\b`).test(text));
      assert.deepEqual(uses, [], `${table}.${column}`);
    }
  }
});
