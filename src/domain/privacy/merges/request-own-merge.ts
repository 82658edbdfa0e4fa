import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { findMemberByEmail } from "#domain/people/members/queries.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { isStaff } from "./require-mergeable.ts";

/** Attempts of the job; each would mail one link. */
const maxAttempts = 5;

/**
 * Asks the owner of another address to merge their member into that of the signed-in person, who has proven to be that
 * person with their password. Returns false for a wrong password. Neither the result nor its duration says if the
 * address is known: a job asks the owner.
 */
export async function requestOwnMerge(
  context: RequestContext,
  { email, password, browser }: { email: string; password: string; browser: string },
): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return false;
  if (isStaff(requireSession(context))) throw ofStaff();
  await requireQuota(context, limits.ownMergePerMember, memberId);
  await perform(queueOwnMerge, context, { email });
  return true;
}

const ofStaff = () =>
  new Problem("role_required", "People with a role at the school are merged by its administrators.");

const queueOwnMerge = operation({
  name: "requestOwnMerge",
  summary: "Ask the owner of another address to merge their member into the signed-in one",
  writes: { only: ["session"] },
  input: z.object({ email: z.string() }),
  output: z.object({}),
  async run(context, { email }) {
    const { memberId } = selfOf(context);
    const otherMember = await findMemberByEmail(context, email);
    // The ID of the person themselves leads to nothing, as an unknown address does.
    const payload = { siteId: context.site.id, memberId, otherId: otherMember?.id ?? memberId };
    await addJob(context.db, "ask_own_merge", payload, maxAttempts);
    return {};
  },
  audit: () => ({}),
});
