import * as z from "zod";
import { table } from "#database/table/table.ts";
import { endAgreementsOf, listOpenInstallments } from "#domain/sales/billing/end-agreement.ts";
import { hasNotEnded } from "#domain/memberships/subscriptions/queries.ts";
import {
  hasOtherOwner,
  lockRoles,
  lockMemberOr404,
  requireMember,
  requireOtherOwner,
} from "#domain/people/members/queries.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { requireNoBookingsAhead } from "./require-no-bookings-ahead.ts";
import { requireNoErasure, startErasure } from "./start-erasure.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { isUnderWay, type JobRecord } from "#domain/platform/jobs/job.ts";
import { columns } from "#domain/platform/jobs/job-queries.ts";
import { resultAddress, resultOf } from "#domain/platform/jobs/job-result.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import { endSubscriptions } from "#domain/memberships/subscriptions/end-subscription.ts";

/** Export of the signed-in person's data. */
const OwnExport = z.object({
  state: z.enum(["none", "under_way", "ready", "failed"]),
  url: z.string().nullable(),
  byteSize: z.number().int().min(0).nullable(),
  expiresAt: Instant.nullable(),
});

export const readOwnExport = operation({
  name: "readOwnExport",
  summary: "Retrieve the status of the member's data export",
  reads: { only: ["session"] },
  input: z.object({}),
  output: OwnExport,
  async run(context) {
    const job = await newestOwn(context, selfOf(context).memberId);
    const result = job && resultOf(job, context.now);
    const { byteSize = null, expiresAt = null } = result ?? {};
    return {
      state: stateOf(job, result),
      url: job && result ? resultAddress(context, job) : null,
      byteSize,
      expiresAt,
    };
  },
});

/** An expired export counts as never requested. */
function stateOf(job: JobRecord | undefined, result: object | undefined): z.output<typeof OwnExport>["state"] {
  if (result) return "ready";
  if (job && isUnderWay(job)) return "under_way";
  return job?.status === "failed" ? "failed" : "none";
}

/** Starts an export after checking the password again. Returns false for a wrong password. Throws `rate_limited`. */
export async function requestOwnExport(
  context: RequestContext,
  { password, browser }: { password: string; browser: string },
): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return false;
  await perform(exportOwnData, context, {});
  return true;
}

const exportOwnData = operation({
  name: "exportOwnData",
  summary: "Export the data of the signed-in person",
  description: "Starts a job.",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({ memberId: z.string() }),
  async run(context) {
    const { memberId } = selfOf(context);
    const newest = await newestOwn(context, memberId);
    if (!newest || !isUnderWay(newest)) {
      // Scope under which others see the job: the one that allows exporting any member.
      const scopes = ["members:write" as const];
      await startJob(context, { kind: "member_export", format: "json", subjectId: memberId, scopes });
    }
    return { memberId };
  },
  audit: (_input, { memberId }) => about("member", memberId),
});

/** Own requests only, without those of the staff. */
const newestOwn = ({ db, site }: Context, memberId: string): Promise<JobRecord | undefined> =>
  db.first<JobRecord>`
    select ${columns} from jobs
     where site_id = ${site.id} and subject_id = ${memberId} and kind = 'member_export' and member_id = ${memberId}
       and client_id is null
     order by created_at desc, id desc limit 1`;

/** Consequences and obstacles of the deletion of an own account. */
export interface OwnErasure {
  /** The school keeps an owner. */
  isLastOwner: boolean;
  /** Names of memberships that end. */
  memberships: string[];
  /** Names of courses whose installments are not complete, which end. */
  installments: string[];
  /** True if events or sessions are ahead, which the member has to cancel first. */
  hasBookingsAhead: boolean;
}

export const readOwnErasure = operation({
  name: "readOwnErasure",
  summary: "Retrieve what the deletion of the member's account ends",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.custom<OwnErasure>(),
  async run(context): Promise<OwnErasure> {
    const { memberId } = selfOf(context);
    const member = await requireMember(context, memberId);
    const { db, site, now } = context;
    const plans = await db.many<{ name: string }>`
      select membership_plans.name from ${table("subscriptions").under(site.id, "member_id", [memberId])}
       cross join ${table("membership_plans").of("subscriptions", "plan_id")}
       where ${hasNotEnded(now)} order by membership_plans.name`;
    return {
      isLastOwner: member.roles.includes("owner") && !(await hasOtherOwner(context, memberId)),
      memberships: plans.map(({ name }) => name),
      installments: await listOpenInstallments(context, memberId),
      hasBookingsAhead: await hasBookingsAhead(context, memberId),
    };
  },
});

async function hasBookingsAhead(context: Context, memberId: string): Promise<boolean> {
  try {
    await requireNoBookingsAhead(context, memberId);
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

/**
 * Erases the signed-in person at this school after checking the password again. Returns false for a wrong password. Throws
 * `rate_limited`, and problems for what has to be done first.
 */
export async function requestOwnErasure(
  context: RequestContext,
  { password, browser, locale }: { password: string; browser: string; locale: Locale },
): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return false;
  await perform(eraseMyself, context, { email: account.email, locale });
  return true;
}

const eraseMyself = operation({
  name: "eraseMyself",
  summary: "Erase the signed-in person at this school",
  description:
    "Starts a job. Memberships and installments end, and the providers of their payments are notified. Cannot be undone.",
  writes: { only: ["session"] },
  input: z.object({ email: z.string(), locale: z.enum(locales) }),
  output: z.object({ memberId: z.string() }),
  async run(context, farewell) {
    const { memberId } = selfOf(context);
    await lockRoles(context);
    const existing = await lockMemberOr404(context, memberId);
    await requireOtherOwner(context, existing);
    await requireNoErasure(context, memberId);
    await requireNoBookingsAhead(context, memberId);
    await endSubscriptions(context, memberId, true);
    await endAgreementsOf(context, memberId);
    await startErasure(context, existing, farewell);
    return { memberId };
  },
  audit: (_input, { memberId }) => about("member", memberId),
});
