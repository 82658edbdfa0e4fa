import type { SiteScope } from "#domain/platform/context.ts";

/** Sets positions from 0 in this order. */
export async function arrangeSections({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  await db.run`
    update sections set position = placed.number - 1, version = version + 1, updated_at = ${now}
      from unnest(${ids}::uuid[]) with ordinality as placed (id, number)
     where sections.site_id = ${site.id} and sections.id = placed.id and sections.position <> placed.number - 1`;
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
  { db, site }: SiteScope,
  positions: readonly { id: string; sectionId: string | null; position: number }[],
  now: Date,
): Promise<void> {
  await db.run`
    update lectures
       set section_id = coalesce(placed."sectionId", lectures.section_id), position = placed.position,
           version = version + 1, updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(positions)}) as placed (id uuid, "sectionId" uuid, position integer)
     where lectures.site_id = ${site.id} and lectures.id = placed.id
       and (lectures.position <> placed.position or lectures.section_id <> placed."sectionId")`;
}
