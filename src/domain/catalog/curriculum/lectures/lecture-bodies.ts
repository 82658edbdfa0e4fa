import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { type LectureBody, serializeBody } from "./lecture.ts";

/** Bytes of the HTML of a text that is not rendered yet: those of `unrenderedHtml`. */
const unrenderedBytes = sql`
  case when body_markdown = '' then 0
       else octet_length(replace(replace(replace(replace(body_markdown,
              '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')) + ${"<pre></pre>".length}
  end`;

/** Bytes of the Markdown and the HTML of lectures, by lecture ID. */
export async function sizesOfBodies({ db, site }: SiteScope, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await db.many<{ id: string; size: number }>`
    select id, coalesce(octet_length(body_markdown), 0)
                 + coalesce(octet_length(body_html), ${unrenderedBytes}, 0) as size
      from ${table("lectures").withIds(site.id, ids)}`;
  return new Map(found.map(({ id, size }) => [id, size]));
}

/** The texts of lectures by lecture ID, serialized, and the number of those that are not rendered yet. */
export async function loadBodies({ db, site }: SiteScope, ids: readonly string[]) {
  const found = await db.many<LectureBody & { id: string }>`
    select id, body_markdown, body_html from ${table("lectures").withIds(site.id, ids)}`;
  const entries = await mapInSlices(found, (row): [string, LectureBody] => [row.id, serializeBody(row)]);
  const unrendered = found.filter(({ bodyMarkdown, bodyHtml }) => bodyMarkdown !== null && bodyHtml === null).length;
  return { bodies: new Map(entries), unrendered };
}
