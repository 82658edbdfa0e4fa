import assert from "node:assert/strict";
import { test } from "node:test";
import { readSource, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";
import { type Statement, statementsOf } from "../support/meters/sql-templates.ts";

/** Columns whose change cannot complete an enrollment. */
const harmless = new Set(["position", "version", "updated_at", "search_terms", "bodyHtml", "searchTerms"]);

const write = /\b(?:insert into|delete from|update|copy into) (lectures|sections)\b/;
const rules = /\bupdate courses set\b/;

/** Returns the columns that an update sets. Undefined: unknown. */
function columnsOf(text: string): string[] | undefined {
  const set = / set (.+?)(?: from | where |$)/.exec(text.replaceAll(/\s+/g, " "))?.[1];
  if (set === undefined || !/^[\w", =+?()$.:-]+$/.test(set) || set.startsWith("?")) return undefined;
  return set.split(",").map((item) => /^\s*"?(\w+)"? =/.exec(item)?.[1] ?? "?");
}

const isHarmless = ({ text }: Statement): boolean =>
  text.includes("update") && columnsOf(text)?.every((column) => harmless.has(column)) === true;

const isStart = (content: string | undefined) =>
  /^(?:export )?(?:async )?(?:function|const|interface)\b/.test(content ?? "");

/** Returns the text of the top-level function that contains a line. */
function functionAround({ text }: SourceFile, line: number): string {
  const lines = text.split("\n");
  let first = line - 1;
  while (first > 0 && !isStart(lines[first])) first--;
  let last = line;
  while (last < lines.length && !isStart(lines[last])) last++;
  return lines.slice(first, last).join("\n");
}

/** Finds statements that can change what counts for the completion of a course, without `recountCourses`. */
function forgotten(file: SourceFile): string[] {
  return statementsOf(file).flatMap((statement) => {
    const isWrite = write.test(statement.text) && !isHarmless(statement);
    const setsRules = rules.test(statement.text) && /\bset (?:\?(?! =)|completion\b)/.test(statement.text);
    if (!isWrite && !setsRules) return [];
    return functionAround(file, statement.line).includes("recountCourses(") ? [] : `${file.path}:${statement.line}`;
  });
}

void test("Every function that writes lectures, sections or conditions of courses counts the courses again", () => {
  const files = sourceFiles();
  const writing = files.flatMap(statementsOf).filter(({ text }) => write.test(text));
  assert.ok(writing.length >= 8, `${writing.length} statements were found`);
  assert.deepEqual(files.flatMap(forgotten), []);
});

void test("A function that forgets it is found", () => {
  const careless = `
export async function hideAll({ db, site }: SiteScope, courseId: string) {
  await db.run\`update lectures set status = 'draft' where site_id = \${site.id} and course_id = \${courseId}\`;
}
export const copy = ({ db, site }: SiteScope) =>
  db.run\`insert into sections (site_id, id) select site_id, id from sections where site_id = \${site.id}\`;
export const arrange = ({ db, site }: SiteScope) =>
  db.run\`update lectures set position = 1, updated_at = now() where site_id = \${site.id}\`;
`;
  const found = forgotten(readSource("domain/careless.ts", careless));
  assert.deepEqual(found, ["domain/careless.ts:3", "domain/careless.ts:6"]);
});
