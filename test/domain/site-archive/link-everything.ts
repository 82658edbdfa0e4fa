import { identifier } from "#database/statements/sql.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";

/** Rows that a text can link to. */
const targets = {
  course: "courses",
  lecture: "lectures",
  file: "files",
  member: "members",
  lecturer: "lecturers",
  form: "forms",
  digitalProduct: "digital_products",
  membershipPlan: "membership_plans",
  consultingService: "consulting_services",
  event: "events",
  post: "posts",
  page: "pages",
  order: "orders",
  subscription: "subscriptions",
  submission: "submissions",
  comment: "comments",
} as const satisfies Partial<Record<IdKind, string>>;

/** Columns with texts. */
const texts = [
  ["courses", "description_markdown"],
  ["lectures", "body_markdown"],
  ["attachments", "text"],
  ["assignments", "instructions_markdown"],
  ["lecturers", "bio_markdown"],
  ["forms", "description_markdown"],
  ["digital_products", "description_markdown"],
  ["membership_plans", "description_markdown"],
  ["consulting_services", "description_markdown"],
  ["events", "description_markdown"],
  ["posts", "body_markdown"],
  ["pages", "body_markdown"],
  ["page_revisions", "body_markdown"],
  ["submissions", "text"],
  ["submissions", "feedback_markdown"],
  ["comments", "body"],
  ["reviews", "body"],
  ["member_notes", "body"],
] as const;

/** Replaces every text of the site by links to rows of every kind. Returns the number of changed texts by column. */
export async function linkEverything({ id: siteId }: ASite): Promise<Record<string, number>> {
  const links: string[] = [];
  for (const [kind, table] of Object.entries(targets) as [IdKind, string][]) {
    const rows = await database.many<{ id: string }>`
      select id from ${identifier(table)} where site_id = ${siteId} and deleted_at is null order by id`;
    const ids = new Set([rows.at(0), rows.at(-1)].flatMap((row) => (row ? [formatId(kind, row.id)] : [])));
    links.push(...[...ids].map((id) => `[a](/b/${id})`));
  }
  const text = links.join(" ");
  const changed: Record<string, number> = {};
  for (const [table, column] of texts) {
    changed[`${table}.${column}`] = await database.run`
      update ${identifier(table)} set ${identifier(column)} = ${text} where site_id = ${siteId}`;
  }
  const faq = JSON.stringify([{ question: "Why?", answerMarkdown: text }]);
  changed["membership_plans.faq"] = await database.run`
    update membership_plans set faq = ${faq}::jsonb where site_id = ${siteId}`;
  changed["quizzes.questions"] = await database.run`
    update quizzes set questions = (
             select jsonb_agg(question || jsonb_build_object('promptMarkdown', ${text}::text))
               from jsonb_array_elements(questions) as asked (question))
     where site_id = ${siteId}`;
  changed["sites.description"] = await database.run`
    update sites set description = ${text} where id = ${siteId}`;
  return changed;
}
