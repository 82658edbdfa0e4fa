import { identifier, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Columns with texts in which a file of the site can be shown or linked by its address, by table. */
export const textsOfFiles: Readonly<Record<string, readonly string[]>> = {
  appearances: ["custom_css", "header_html", "footer_html", "navigation", "home_sections"],
  assignments: ["instructions_markdown"],
  attachments: ["text", "external_url"],
  consulting_services: ["description_markdown"],
  courses: ["description_markdown"],
  digital_products: ["description_markdown"],
  events: ["description_markdown"],
  forms: ["description_markdown", "fields"],
  lecture_revisions: ["body_markdown"],
  lectures: ["body_markdown"],
  lecturers: ["bio_markdown"],
  membership_plans: ["description_markdown", "faq"],
  messages: ["body_markdown"],
  page_revisions: ["blocks", "body_markdown"],
  pages: ["blocks", "body_markdown"],
  posts: ["body_markdown"],
  quiz_versions: ["content"],
  quizzes: ["questions"],
  redirects: ["target"],
  submissions: ["feedback_markdown"],
};

/** Filters IDs to files whose address is in a text. Includes deleted resources, because they can be restored. */
export async function shownInTexts({ db, site }: SiteScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Map(ids.map((id) => [formatId("file", id), id]));
  const found = new Set<string>();
  for (const [name, columns] of Object.entries(textsOfFiles)) {
    if (missing.size === 0) break;
    const table = identifier(name);
    const text = columns
      .map((column) => sql`${identifier(column)}::text`)
      .reduce((left, right) => sql`${left}, ${right}`);
    const shown = await db.many<{ file: string }>`
      select distinct lower(address.parts[1]) as file
        from ${table} cross join lateral regexp_matches(concat(${text}), 'fil_[0-9a-zA-Z]{26}', 'g') as address(parts)
       where ${table}.site_id = ${site.id} and lower(address.parts[1]) = any(${[...missing.keys()]}::text[])`;
    for (const { file } of shown) {
      const id = missing.get(file);
      if (id !== undefined && missing.delete(file)) found.add(id);
    }
  }
  return found;
}
