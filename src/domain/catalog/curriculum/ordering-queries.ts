import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { recountCourses } from "./tree/recount-courses.ts";

/** Sets positions from 0 in this order. */
export async function arrangeSections({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  await db.run`
    update sections set position = changed.number - 1, version = version + 1, updated_at = ${now}
      ${table("sections").fromEach(contentOf(site.id), sql`unnest(${ids}::uuid[]) with ordinality as input (id, number)`)} and sections.position <> changed.number - 1`;
}

/** Sets positions from 0 in this order, within the section. */
export const arrangeLectures = (scope: SiteScope, ids: readonly string[], now: Date): Promise<void> =>
  moveLectures(
    scope,
    ids.map((id, position) => ({ id, sectionId: null, position })),
    now,
  );

/** Moves lectures to a section and position. Without a section, they stay in theirs. */
export async function moveLectures(
  scope: SiteScope,
  positions: readonly { id: string; sectionId: string | null; position: number }[],
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  await db.run`
    update lectures
       set section_id = coalesce(changed.section_id, lectures.section_id), position = changed.position,
           version = lectures.version + 1, updated_at = ${now}
      ${table("lectures").fromRecords(site.id, positions)}
       and (lectures.position <> changed.position or lectures.section_id <> changed.section_id)`;
  // Sections of drafts hide their lectures.
  const moved = positions.flatMap(({ id, sectionId }) => (sectionId === null ? [] : id));
  await recountCourses(scope, "lectures", moved);
}
