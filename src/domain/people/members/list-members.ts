import * as z from "zod";
import { inOrder, roles } from "#access/roles.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import {
  anyOf,
  changeTimes,
  equalTo,
  exactly,
  indexedBy,
  type InOrder,
  matching,
  oneOf,
  range,
  type Reference,
  tagged,
  withPredicate,
} from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { staffRoles } from "#domain/platform/site/role-settings.ts";
import { notFound } from "#domain/platform/problem.ts";
import { Member, memberStatuses, memberFrom, type MemberRow } from "./member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { columns, findMember } from "./queries.ts";

const staff = new Set<string>(staffRoles);

const members = listing<MemberRow>({
  kind: "member",
  table: sql`members`,
  columns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    joinedAt: "timestamptz",
    // Members without a name sort by address.
    name: {
      column: sql`coalesce(members.name, members.email)`,
      type: "text",
      of: (row: MemberRow) => row.name ?? row.email,
    },
    lastSignInAt: "timestamptz or -infinity",
  },
  filters: {
    role: matching(z.array(z.enum(roles)).min(1).max(roles.length), (filtered) =>
      filtered.every((role) => staff.has(role))
        ? // Repeats the condition of the staff index, so that the planner uses it.
          indexedBy(
            sql`members.created_at`,
            sql`members.roles && '{owner,manager,lecturer,teaching_assistant}'::text[]
                and members.roles && ${inOrder(filtered)}::text[]`,
          )
        : sql`members.roles && ${inOrder(filtered)}::text[]`,
    ),
    status: anyOf(z.enum(memberStatuses), sql`members.status`),
    email: matching(EmailAddress, (email) => equalTo(sql`members.email_key`, sql`${emailKey(email)}`)),
    externalId: exactly(ExternalId, sql`members.external_id`),
    tag: tagged(sql`members`),
    marketingConsent: matching(z.boolean(), (granted) =>
      granted ? indexedBy(sql`members.created_at`, sql`members.consent_granted`) : sql`not members.consent_granted`,
    ),
    joinedAt: range(Instant, sql`members.joined_at`),
    lastSignInAt: range(Instant, sql`members.last_sign_in_at`, sql`coalesce(members.last_sign_in_at, '-infinity')`),
    ...changeTimes(sql`members`),
  },
});

const ofSubscription = z
  .object({ hasActiveSubscription: z.boolean(), planId: z.array(Id("membershipPlan")).min(1).max(50) })
  .partial();

export const listMembers = operation({
  name: "listMembers",
  summary: "List members",
  description: "Removed members are listed only if `status` names them.",
  reads: "members:read",
  input: members.input.extend(ofSubscription.shape),
  output: pageSchemaOf(Member),
  async run(context, input) {
    const notRemoved = "status" in input ? undefined : sql`members.status <> 'removed'`;
    const page = await members.page(context, input, { confine: [notRemoved, ...subscribing(context, input)] });
    return { ...page, data: page.data.map((row) => memberFrom(context.site, row)) };
  },
});

const runningStatuses = ["trialing", "active", "past_due", "paused"];

/** Members with an active subscription, to any plan or a specific one. */
function subscribing(
  { site, now }: Context,
  { hasActiveSubscription, planId }: z.output<typeof ofSubscription>,
): (Reference | undefined)[] {
  const running = oneOf(sql`subscriptions.status`, runningStatuses, sql`text[]`);
  const subscribed = (plan: Sql, inOrder: InOrder): Reference => ({
    column: sql`members.id`,
    table: sql`subscriptions`,
    by: sql`subscriptions.member_id`,
    condition: sql`
      subscriptions.site_id = ${site.id} and ${plan} and subscriptions.deleted_at is null
      and subscriptions.status in ('trialing', 'active', 'past_due', 'paused')
      and (subscriptions.ends_at is null or subscriptions.ends_at > ${now})`,
    inOrder: withPredicate(inOrder, sql`subscriptions.deleted_at is null`),
  });
  const ofPlan = planId && oneOf(sql`subscriptions.plan_id`, planId, sql`uuid[]`);
  return [
    hasActiveSubscription === undefined
      ? undefined
      : { ...subscribed(sql`true`, running), isNegated: !hasActiveSubscription },
    ofPlan && subscribed(ofPlan.condition, ofPlan),
  ];
}

export const getMember = operation({
  name: "getMember",
  summary: "Retrieve a member",
  reads: "members:read",
  input: z.object({ id: Id("member") }),
  output: Member,
  async run(context, { id }) {
    const member = await findMember(context, id);
    if (!member) throw notFound("member", formatId("member", id));
    return member;
  },
});
