import * as z from "zod";
import { Currency, Money } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { forAnyone, operation } from "#domain/operation.ts";
import { isListed, isOnSale } from "./public-course.ts";

/** One line of what is on sale. */
export const Offer = z.object({
  kind: z.enum(["course"]),
  id: Id("coursePlan"),
  product: z.string(),
  plan: z.string(),
  planType: z.string(),
  /** Null where it is free. */
  price: Money.nullable(),
  url: z.string(),
});
export type Offer = z.output<typeof Offer>;

const mostOffers = 1000;

export const listOffers = operation({
  name: "listOffers",
  summary: "List everything on sale with its price",
  access: forAnyone,
  writes: false,
  input: z.object({ currency: Currency.optional() }),
  output: z.object({ data: z.array(Offer) }),
  async run({ db, site, now }, { currency }) {
    const found = await db.many<{
      id: string;
      product: string;
      slug: string;
      plan: string;
      planType: string;
      priceAmount: number | null;
      priceCurrency: string | null;
    }>`
      select course_plans.id, courses.name as product, courses.slug, course_plans.name as plan, course_plans.plan_type,
             course_plans.price_amount, course_plans.price_currency
        from courses
        join course_plans on course_plans.site_id = courses.site_id and course_plans.course_id = courses.id
         and ${isOnSale(now)}
       where courses.site_id = ${site.id} and ${isListed}
         and (${currency ?? null}::text is null or course_plans.price_currency = ${currency ?? null})
       order by courses.position, courses.id, course_plans.position, course_plans.id
       limit ${mostOffers}`;
    return {
      data: found.map(({ priceAmount, priceCurrency, slug, ...offer }) => ({
        kind: "course" as const,
        ...offer,
        price: priceAmount === null ? null : { amount: priceAmount, currency: priceCurrency! },
        url: `${site.origin}/courses/${slug}`,
      })),
    };
  },
});
