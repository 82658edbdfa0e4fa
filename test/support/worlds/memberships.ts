import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { includeCourses, insertMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { AMember, ASite } from "../world.ts";

/** A plan and its subscriber since yesterday. */
export async function subscribe({ site }: ASite, { id: memberId }: AMember, plan: object, courseIds: string[] = []) {
  const scope = { db: database, site };
  const planId = newId();
  await insertMembershipPlan(scope, { id: planId, name: "Crew", slug: planId, planType: "recurring", ...plan }, now());
  await includeCourses(scope, planId, courseIds);
  const id = newId();
  const period = { currentPeriodStart: now(), currentPeriodEnd: new Date(now().getTime() + 9 * day) };
  const membership = { status: "active", source: "manual", startsAt: new Date(now().getTime() - day), ...period };
  const row = { siteId: site.id, id, memberId, planId, ...membership, createdAt: now(), updatedAt: now() };
  await database.run`insert into subscriptions ${rows(row)}`;
  const context = { db: database, site, caller: { kind: "system" }, requestId: null, address: null } as const;
  return { id, context };
}
