import { type Sql, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Texts in which a file of the site can be shown or linked by its address. */
const texts: readonly { table: Sql; text: Sql }[] = [
  { table: sql`appearances`, text: sql`concat(custom_css, header_html, footer_html, navigation, home_sections)` },
  { table: sql`assignments`, text: sql`instructions_markdown` },
  { table: sql`attachments`, text: sql`concat(text, external_url)` },
  { table: sql`consulting_services`, text: sql`description_markdown` },
  { table: sql`courses`, text: sql`description_markdown` },
  { table: sql`digital_products`, text: sql`description_markdown` },
  { table: sql`events`, text: sql`description_markdown` },
  { table: sql`forms`, text: sql`concat(description_markdown, fields)` },
  { table: sql`lectures`, text: sql`body_markdown` },
  { table: sql`lecturers`, text: sql`bio_markdown` },
  { table: sql`membership_plans`, text: sql`concat(description_markdown, faq)` },
  { table: sql`page_revisions`, text: sql`concat(blocks, body_markdown)` },
  { table: sql`pages`, text: sql`concat(blocks, body_markdown)` },
  { table: sql`posts`, text: sql`body_markdown` },
  { table: sql`quiz_versions`, text: sql`content::text` },
  { table: sql`quizzes`, text: sql`questions::text` },
  { table: sql`redirects`, text: sql`target` },
  { table: sql`submissions`, text: sql`feedback_markdown` },
];

/** Filters IDs to files whose address is in a text. Includes deleted resources, because they can be restored. */
export async function shownInTexts({ db, site }: SiteScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Map(ids.map((id) => [formatId("file", id), id]));
  const found = new Set<string>();
  for (const { table, text } of texts) {
    if (missing.size === 0) break;
    const shown = await db.many<{ file: string }>`
      select distinct lower(address.parts[1]) as file
        from ${table} cross join lateral regexp_matches(${text}, 'fil_[0-9a-zA-Z]{26}', 'g') as address(parts)
       where ${table}.site_id = ${site.id} and lower(address.parts[1]) = any(${[...missing.keys()]}::text[])`;
    for (const { file } of shown) {
      const id = missing.get(file);
      if (id !== undefined && missing.delete(file)) found.add(id);
    }
  }
  return found;
}
