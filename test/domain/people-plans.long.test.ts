import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { listEnrollments } from "#domain/learning/enrollments/list-enrollments.ts";
import { listGroups } from "#domain/learning/groups/operations.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { listInvitations } from "#domain/people/invitations/list-invitations.ts";
import { insertMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { listMemberActivity } from "#domain/people/members/member-activity.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { listStudents } from "#domain/learning/students/list-students.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const count = 20_000;
/** The rows of one page, or all of the one-in-a-thousand rows, plus the cost of combining two indexes. */
const maxRows = 400;

/** A school with many students, of which a few in a thousand are staff, have a tag, a name, a course or a group. */
async function aBusySchool({ site, now }: RequestContext) {
  const [popular, rare, group] = [newId(), newId(), newId()];
  await insertCourse({ db: database, site }, { id: popular, slug: "popular", name: "Popular" }, now);
  await insertCourse({ db: database, site }, { id: rare, slug: "rare", name: "Rare" }, now);
  const [common, seldom] = [searchTermsFor(site, ["Ana"]), searchTermsFor(site, ["Mudflat"], ["vip"])];
  await database.run`
    insert into accounts (id, email, email_key, created_at, updated_at)
    select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, address, address, ${now}, ${now}
      from generate_series(1, ${count}::integer) as number,
           lateral (select number || '@people-plans.example' as address) as named
    on conflict do nothing`;
  await database.run`
    insert into members (site_id, id, account_id, email, email_key, name, roles, status, joined_at, last_sign_in_at,
                         last_active_at, consent_granted, external_id, search_terms, created_at, updated_at)
    select ${site.id}, ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, accounts.id, accounts.email,
           accounts.email_key, 'Ana ' || number,
           case when number % 1000 = 1 then '{lecturer}'::text[] else '{student}'::text[] end,
           case when number % 1000 = 4 then 'suspended' else 'active' end,
           ${now}::timestamptz - number * interval '1 hour', ${now}::timestamptz - number * interval '1 minute',
           ${now}::timestamptz - number * interval '1 minute', number % 1000 = 5, 'crm/' || number,
           case when number % 1000 = 2 then ${seldom}::text[] else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number
      join accounts on accounts.email_key = number || '@people-plans.example'`;
  // Without statistics PostgreSQL may look up the member of each enrollment by another index than the key.
  await database.run`analyze accounts, members`;
  await database.run`
    insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, last_activity_at, completed_at,
                             progress_permille, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), id,
           case when row_number() over (order by id) % 1000 = 3 then ${rare}::uuid else ${popular}::uuid end,
           ${now}, joined_at, last_active_at, case when row_number() over (order by id) % 1000 = 6 then created_at end,
           case when row_number() over (order by id) % 1000 = 7 then 900
                else row_number() over (order by id) * 7 % 13 * 50 end,
           created_at, updated_at
      from members where site_id = ${site.id}`;
  const dates = { createdAt: now, updatedAt: now };
  await database.run`insert into groups ${rows({ siteId: site.id, id: group, name: "Spring", ...dates })}`;
  await database.run`
    insert into group_members (site_id, group_id, member_id, created_at)
    select ${site.id}, ${group}, id, ${now} from members where site_id = ${site.id} order by id limit 20`;
  await database.run`
    insert into groups (site_id, id, name, search_terms, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), 'Group ' || number,
           case when number % 1000 = 1 then ${seldom}::text[] else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number`;
  await database.run`
    insert into invitations (site_id, id, member_id, email, roles, status, sent_at, expires_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), id, email, roles,
           case when status = 'suspended' then 'revoked' else 'accepted' end, created_at, created_at, created_at,
           updated_at
      from members where site_id = ${site.id}`;
  const plan = newId();
  await insertMembershipPlan(
    { db: database, site },
    { id: plan, name: "Crew", slug: "crew", planType: "recurring" },
    now,
  );
  await database.run`
    insert into subscriptions (site_id, id, member_id, plan_id, status, source, starts_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), id, ${plan}, 'active', 'manual', ${now}, ${now}, ${now}
      from members where site_id = ${site.id} and consent_granted`;
  // GIN indexes keep new entries in a pending list, which each search reads until it is flushed.
  await database.pool.query(
    "vacuum (analyze) accounts, members, enrollments, groups, group_members, invitations, membership_plans, subscriptions",
  );
  const one = await database.first<{ id: string }>`
    select id from members where site_id = ${site.id} order by id limit 1 offset 77`;
  return { popular, rare, group, plan, member: one!.id };
}

void test("Pages of people and of their learning read few more rows than they return, at any size", async (t) => {
  const context = (await aSiteContext())();
  const ids = await aBusySchool(context);
  const [popular, rare] = [formatId("course", ids.popular), formatId("course", ids.rare)];
  const [group, member] = [formatId("group", ids.group), formatId("member", ids.member)];
  const since = { gte: new Date(context.now.getTime() - 3_600_000).toISOString() };
  const lists: [Operation, string, object][] = [
    [listMembers, "members, newest first", {}],
    [listMembers, "members, last changed", { sort: ["-updated_at"] }],
    [listMembers, "members changed since", { sort: ["updated_at"], updatedAt: since }],
    [listMembers, "members by name", { sort: ["name"] }],
    [listMembers, "members by when they joined", { sort: ["-joined_at"] }],
    [listMembers, "members by their last sign-in", { sort: ["-last_sign_in_at"] }],
    [listMembers, "the frequent role", { role: ["student"] }],
    [listMembers, "the staff", { role: ["lecturer"] }],
    [listMembers, "the frequent status", { status: ["active"] }],
    [listMembers, "a rare status", { status: ["suspended"] }],
    [listMembers, "one by address", { email: "77@people-plans.example" }],
    [listMembers, "one by external id", { externalId: "crm/77" }],
    [listMembers, "members with a rare tag", { tag: ["vip"] }],
    [listMembers, "members with a rare word", { q: "mudfl" }],
    [listMembers, "members who consented", { marketingConsent: true }],
    [listMembers, "the few who subscribe", { hasActiveSubscription: true }],
    [listMembers, "the many who do not subscribe", { hasActiveSubscription: false }],
    [listMembers, "subscribers of a plan", { planId: [formatId("membershipPlan", ids.plan)] }],
    [listStudents, "students, newest first", {}],
    [listStudents, "students, last changed", { sort: ["-updated_at"] }],
    [listStudents, "students by name", { sort: ["name"] }],
    [listStudents, "students, last active", { sort: ["-last_active_at"] }],
    [listStudents, "students with a rare word", { q: "mudfl" }],
    [listStudents, "students of the frequent course", { courseId: [popular] }],
    [listStudents, "students of a rare course", { courseId: [rare] }],
    [listStudents, "students with rare progress", { progressPercent: { gte: 80 } }],
    [listStudents, "students of a group", { groupId: [group] }],
    [listEnrollments, "enrollments, newest first", {}],
    [listEnrollments, "enrollments, last changed", { sort: ["-updated_at"] }],
    [listEnrollments, "enrollments by date", { sort: ["-enrolled_at"] }],
    [listEnrollments, "enrollments, last active", { sort: ["-last_activity_at"] }],
    [listEnrollments, "enrollments, least progress", { sort: ["progress_percent"] }],
    [listEnrollments, "enrollments, most progress", { sort: ["-progress_percent"] }],
    [listEnrollments, "rare progress", { progressPercent: { gte: 80 } }],
    [listEnrollments, "frequent progress, by progress", { progressPercent: { lt: 50 }, sort: ["progress_percent"] }],
    [listEnrollments, "least progress in the frequent course", { courseId: [popular], sort: ["progress_percent"] }],
    [listEnrollments, "least progress in a rare course", { courseId: [rare], sort: ["progress_percent"] }],
    [listEnrollments, "the frequent state", { status: ["active"] }],
    [listEnrollments, "enrollments in the frequent course", { courseId: [popular] }],
    [listEnrollments, "enrollments in a rare course", { courseId: [rare] }],
    [listEnrollments, "enrollments of a student", { studentId: [member] }],
    [listEnrollments, "enrollments of an address", { email: "77@people-plans.example" }],
    [listGroups, "groups, newest first", {}],
    [listGroups, "groups by name", { sort: ["name"] }],
    [listGroups, "groups with a rare word", { q: "mudfl" }],
    [listInvitations, "invitations, newest first", {}],
    [listInvitations, "invitations of a rare status", { status: "revoked" }],
    [listMemberActivity, "what a member did", { id: member }],
  ];
  for (const [list, label, requested] of lists) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      const run = (input: object) =>
        list.run({ ...context, caller: { kind: "cli" }, db: explained(plans, plans) }, list.input.parse(input));
      const first = (await run(requested)) as { data: unknown[]; page: { nextCursor: string | null } };
      assert.ok(first.data.length > 0);
      if (first.page.nextCursor) await run({ ...requested, cursor: first.page.nextCursor });
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        // Progress is read for the few courses of the page. Courses and schools fit on one page of a table.
        const scans = nodes.filter((node) => node["Node Type"] === "Seq Scan");
        for (const scan of scans) assert.ok(readBy(scan) <= maxRows, JSON.stringify(plan));
        const read = Math.max(...nodes.map(readBy));
        assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan)}`);
      }
    });
  }
});
