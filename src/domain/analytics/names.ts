import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Dimension } from "./dimensions.ts";
import { rowsByKey, rowsOf } from "#domain/platform/rows-by-key.ts";

interface Named {
  key: string;
  name: string;
}

/** Returns the current names of the resources behind rollup keys. Omits keys without a name and deleted resources. */
export async function namesOf(
  scope: SiteScope,
  dimension: Dimension,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const read = readers[dimension];
  if (!read || keys.length === 0) return new Map();
  return new Map((await read(scope, keys)).map(({ key, name }) => [key, name]));
}

const readers: Partial<Record<Dimension, (scope: SiteScope, keys: readonly string[]) => Promise<Named[]>>> = {
  course: ({ db, site }, keys) =>
    db.many`select id as key, name from ${rowsByKey(sql`courses`, site.id, sql`courses.id`, keys)}`,
  plan: ({ db, site }, keys) =>
    db.many`select id as key, name from ${rowsByKey(sql`membership_plans`, site.id, sql`membership_plans.id`, keys)}`,
  event: ({ db, site }, keys) =>
    db.many`select id as key, name from ${rowsByKey(sql`events`, site.id, sql`events.id`, keys)}`,
  product: productNames,
};

/** A plan has the name of its course, a price that of its membership plan, a ticket that of its event. */
function productNames({ db, site }: SiteScope, keys: readonly string[]): Promise<Named[]> {
  const ids = keys.map((key) => key.slice(key.indexOf(":") + 1));
  return db.many`
    select 'course_plan:' || course_plans.id as key, courses.name || ' – ' || course_plans.name as name
      from ${rowsByKey(sql`course_plans`, site.id, sql`course_plans.id`, ids)}
     cross join ${rowsOf(sql`courses`, site.id, sql`id`, sql`course_plans.course_id`)}
     union all
    select 'membership_pricing:' || membership_pricings.id,
           membership_plans.name || coalesce(' – ' || membership_pricings.label, '')
      from ${rowsByKey(sql`membership_pricings`, site.id, sql`membership_pricings.id`, ids)}
     cross join ${rowsOf(sql`membership_plans`, site.id, sql`id`, sql`membership_pricings.plan_id`)}
     union all
    select 'event_ticket:' || event_tickets.id, events.name || ' – ' || event_tickets.name
      from ${rowsByKey(sql`event_tickets`, site.id, sql`event_tickets.id`, ids)}
     cross join ${rowsOf(sql`events`, site.id, sql`id`, sql`event_tickets.event_id`)}
     union all
    select 'digital_product:' || id, name from ${rowsByKey(sql`digital_products`, site.id, sql`digital_products.id`, ids)}
     union all
    select 'consulting_service:' || id, name from ${rowsByKey(sql`consulting_services`, site.id, sql`consulting_services.id`, ids)}`;
}
