import * as z from "zod";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { Money, moneyOf } from "#domain/platform/fields.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { rowsOf } from "#domain/platform/rows-by-key.ts";
import { nameOfItem } from "#domain/sales/checkout/item.ts";
import { formatOrdered, orderedTypes, type OrderedType } from "#domain/sales/orders/product-id.ts";

/** Products of each type that a page offers. Others are recorded by the API. */
const maxPerType = 200;

const Product = z.object({
  /** In wire format. */
  id: z.string(),
  type: z.enum(orderedTypes),
  name: z.string(),
  price: Money.nullable(),
});
export type ProductToSell = z.output<typeof Product>;

export const listProductsToSell = operation({
  name: "listProductsToSell",
  summary: "List the products whose sale can be recorded",
  description: "Newest first within each type.",
  access: byStaffInPerson,
  writes: false,
  input: z.object({}),
  output: z.object({ products: z.array(Product) }),
  async run(context) {
    const found = [
      ...(await coursePlans(context)),
      ...(await membershipPricings(context)),
      ...(await eventTickets(context)),
      ...(await productsIn(context, "digital_product", sql`digital_products`)),
      ...(await productsIn(context, "consulting_service", sql`consulting_services`)),
    ];
    return { products: found };
  },
});

interface Found {
  id: string;
  name: string;
  label: string | null;
  priceAmount: number | null;
  priceCurrency: string | null;
}

const productsOf = (type: OrderedType, rows: readonly Found[]): ProductToSell[] =>
  rows.map(({ id, name, label, priceAmount, priceCurrency }) => ({
    id: formatOrdered(type, id),
    type,
    name: nameOfItem(name, label),
    price: moneyOf(priceAmount, priceCurrency),
  }));

const coursePlans = async ({ db, site }: Context): Promise<ProductToSell[]> =>
  productsOf(
    "course_plan",
    await db.many<Found>`
      select course_plans.id, courses.name, course_plans.name as label, course_plans.price_amount,
             course_plans.price_currency
        from course_plans
       cross join ${rowsOf(sql`courses`, site.id, sql`id`, sql`course_plans.course_id`)}
       where course_plans.site_id = ${site.id} and course_plans.deleted_at is null and course_plans.active
         and courses.deleted_at is null and courses.status = 'published'
       order by course_plans.created_at desc, course_plans.id desc limit ${maxPerType}`,
  );

const membershipPricings = async ({ db, site }: Context): Promise<ProductToSell[]> =>
  productsOf(
    "membership_pricing",
    await db.many<Found>`
      select membership_pricings.id, membership_plans.name, membership_pricings.label,
             membership_pricings.price_amount, membership_pricings.price_currency
        from membership_pricings
       cross join ${rowsOf(sql`membership_plans`, site.id, sql`id`, sql`membership_pricings.plan_id`)}
       where membership_pricings.site_id = ${site.id} and membership_pricings.deleted_at is null
         and membership_pricings.active and membership_plans.deleted_at is null and membership_plans.status = 'active'
       order by membership_pricings.created_at desc, membership_pricings.id desc limit ${maxPerType}`,
  );

const eventTickets = async ({ db, site, now }: Context): Promise<ProductToSell[]> =>
  productsOf(
    "event_ticket",
    await db.many<Found>`
      select event_tickets.id, events.name, event_tickets.name as label, event_tickets.price_amount,
             event_tickets.price_currency
        from event_tickets
       cross join ${rowsOf(sql`events`, site.id, sql`id`, sql`event_tickets.event_id`)}
       where event_tickets.site_id = ${site.id} and event_tickets.deleted_at is null
         and events.deleted_at is null and events.status = 'published' and events.ends_at > ${now}
       order by event_tickets.created_at desc, event_tickets.id desc limit ${maxPerType}`,
  );

/** Products of a table whose rows have the price themselves. */
const productsIn = async ({ db, site }: Context, type: OrderedType, table: Sql): Promise<ProductToSell[]> =>
  productsOf(
    type,
    await db.many<Found>`
      select id, name, null as label, price_amount, price_currency from ${table}
       where site_id = ${site.id} and deleted_at is null and status = 'published'
       order by created_at desc, id desc limit ${maxPerType}`,
  );
