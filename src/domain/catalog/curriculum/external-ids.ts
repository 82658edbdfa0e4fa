import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

export type Part = "section" | "lecture" | "attachment";

const tables = { section: sql`sections`, lecture: sql`lectures`, attachment: sql`attachments` };
const parents = { section: sql`course_id`, lecture: sql`course_id`, attachment: sql`lecture_id` };

/** The section, lecture or attachment that has an external ID, deleted or not. */
export interface Holder {
  id: string;
  externalId: string;
  /** Course ID of a section or lecture, lecture ID of an attachment. */
  parentId: string;
  deletedAt: Date | null;
}

export const holdersOf = ({ db, site }: SiteScope, part: Part, externalIds: readonly string[]): Promise<Holder[]> =>
  db.many<Holder>`
    select id, external_id, ${parents[part]} as parent_id, deleted_at from ${tables[part]}
     where site_id = ${site.id} and external_id = any(${externalIds})`;

export async function releaseExternalIds({ db, site }: SiteScope, part: Part, ids: readonly string[]): Promise<void> {
  await db.run`
    update ${tables[part]} set external_id = null where site_id = ${contentOf(site.id)} and id = any(${ids}::uuid[])`;
}

/** Throws if another item has the external ID. A deleted item releases it. */
export async function requireFreeExternalId(
  scope: SiteScope,
  part: Part,
  externalId: string | null | undefined,
  exceptId?: string,
): Promise<void> {
  if (externalId === null || externalId === undefined) return;
  const [holder] = await holdersOf(scope, part, [externalId]);
  if (!holder || holder.id === exceptId) return;
  if (!holder.deletedAt) {
    throw new Problem("already_exists", `The ${part} ${formatId(part, holder.id)} already has this external_id.`);
  }
  await releaseExternalIds(scope, part, [holder.id]);
}
