import { insertCategory } from "#domain/catalog/course-categories/queries.ts";
import { insertPlan } from "#domain/offers/course-plans/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { newestId } from "./newest-id.ts";
import type { AMember, ASite } from "../world.ts";

/** The catalog rows of a course under this name: categories, plans, lecturers, reviews. */
export async function insertCatalog({ site }: ASite, member: AMember, name: string): Promise<void> {
  const scope = { db: database, site };
  const courseId = await newestId(site.id, "courses");
  const [above, below] = [newId(), newId()];
  await insertCategory(scope, { id: above, name, slug: name.toLowerCase() }, now());
  await insertCategory(scope, { id: below, name, slug: `${name.toLowerCase()}-below`, parentId: above }, now());
  await relate({ ...scope, now: now() }, courseId, {
    categoryIds: [below],
    lecturerIds: [await newestId(site.id, "lecturers")],
  });
  const plan = { id: newId(), courseId, name, planType: "free" } as const;
  await insertPlan(scope, plan, now());
  await database.run`
    insert into reviews (site_id, id, course_id, member_id, rating, title, body, created_at, updated_at)
    values (${site.id}, ${newId()}, ${courseId}, ${member.id}, 5, ${name}, ${name}, ${now()}, ${now()})`;
  await database.run`update enrollments set plan_id = ${plan.id} where site_id = ${site.id}`;
}
