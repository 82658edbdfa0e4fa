import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { findCurrencies } from "#domain/site/school/queries.ts";
import type { School } from "./extra-columns.ts";

/** Courses that are found by their name. */
const maxCourses = 5000;

interface Product {
  type: "course_plan" | "digital_product";
  id: string;
}

const kinds = { course_plan: "coursePlan", digital_product: "digitalProduct" } as const;

/** Reads the school for names of courses and amounts. */
export async function readSchool(context: Context): Promise<School> {
  const { db, site } = context;
  const courses = await db.many<{ name: string; slug: string }>`
    select name, slug from courses
     where site_id = ${site.id} and ${table("courses").present} order by id limit ${maxCourses}`;
  const products = await db.many<Product & { name: string }>`
    select courses.name, 'course_plan' as type, course_plans.id from courses
      join course_plans on course_plans.site_id = courses.site_id and course_plans.course_id = courses.id
     where courses.site_id = ${site.id} and ${table("courses").present} and course_plans.deleted_at is null
     union all
    select digital_products.name, 'digital_product', digital_products.id from digital_products
     where digital_products.site_id = ${site.id} and ${table("digital_products").present}
     order by id desc limit ${maxCourses}`;
  const [currency = "USD"] = await findCurrencies(context);
  const named = new Map<string, string | undefined>();
  for (const { name, slug } of courses) {
    const folded = name.trim().toLowerCase();
    named.set(folded, named.has(folded) ? undefined : slug);
  }
  const sold = new Map(
    products.map(({ name, type, id }) => [name.trim().toLowerCase(), { type, id: formatId(kinds[type], id) }] as const),
  );
  return { courses: named, products: sold, currency };
}
