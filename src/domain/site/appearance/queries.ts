import { contentOf } from "#database/content/content-of.ts";
import { assignments } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import type { AppearanceRow } from "./appearance.ts";
import { type TargetKind, uuidOfTarget } from "./navigation.ts";
import { contrastWarnings } from "./warnings.ts";

const columns = columnsOf("appearances");

/** Without a stored appearance, returns only the creation time of the site. */
export async function findAppearance({ db, site }: SiteScope): Promise<AppearanceRow | { since: Date }> {
  const found = await db.first<AppearanceRow>`select ${columns} from appearances where site_id = ${site.id}`;
  return found ?? (await db.one<{ since: Date }>`select created_at as since from sites where id = ${site.id}`);
}

/** Creates the row if missing and locks it until the transaction ends. Its timestamps are those of the site. */
export async function lockAppearance({ db, site }: SiteScope): Promise<AppearanceRow> {
  await db.run`
    insert into appearances (site_id, created_at, updated_at)
    select id, created_at, created_at from sites where id = ${contentOf(site.id)}
    on conflict do nothing`;
  return db.one<AppearanceRow>`
    select ${columns} from appearances where site_id = ${site.id} for no key update`;
}

export async function updateAppearance(
  { db, site }: SiteScope,
  changes: Partial<AppearanceRow>,
  now: Date,
): Promise<void> {
  // The driver turns arrays into PostgreSQL arrays; these columns are JSON.
  const { navigation, homeSections, ...plain } = changes;
  const lists = {
    ...(navigation && { navigation: JSON.stringify(navigation) }),
    ...(homeSections && { homeSections: JSON.stringify(homeSections) }),
  };
  await db.run`
    update appearances set ${assignments({ ...plain, ...lists, updatedAt: now })}, version = version + 1
     where site_id = ${contentOf(site.id)}`;
}

/** Returns those of these wire ids of targets of the menu that do not exist at the site. */
export async function missingTargets({ db, site }: SiteScope, refs: readonly string[]): Promise<string[]> {
  const idsOf = (kind: TargetKind) => refs.flatMap((ref) => parseId(kind, ref) ?? []);
  const existing = await db.many<{ id: string }>`
    select id from ${table("courses").withIds(site.id, idsOf("course"))}
     where ${table("courses").present}
    union all
    select id from ${table("pages").withIds(site.id, idsOf("page"))}
     where ${table("pages").present}
    union all
    select id from ${table("posts").withIds(site.id, idsOf("post"))}
     where ${table("posts").present}
    union all
    select id from ${table("events").withIds(site.id, idsOf("event"))}
     where ${table("events").present}
    union all
    select id from ${table("digital_products").withIds(site.id, idsOf("digitalProduct"))}
     where ${table("digital_products").present}
    union all
    select id from ${table("membership_plans").withIds(site.id, idsOf("membershipPlan"))}
     where ${table("membership_plans").present}`;
  const existingRefs = new Set(existing.map(({ id }) => id));
  return refs.filter((ref) => !existingRefs.has(uuidOfTarget(ref) ?? ""));
}

/** True if the colors of the school are legible as they were chosen. Pages adjust them as little as needed. */
export async function hasLegibleColors(scope: SiteScope): Promise<boolean> {
  const appearance = await findAppearance(scope);
  return "since" in appearance || contrastWarnings(appearance.colors).length === 0;
}
