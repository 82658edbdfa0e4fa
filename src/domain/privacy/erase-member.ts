import * as z from "zod";
import { emailKey } from "#domain/platform/email.ts";
import { about } from "#domain/platform/audit/about.ts";
import { Id } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { endChargesOf } from "#domain/sales/billing/end-agreement.ts";
import { lockRoles, lockMemberOr404, requireOtherOwner } from "#domain/people/members/queries.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { findPersonOf } from "./person.ts";
import { requireNoErasure, startErasure } from "./start-erasure.ts";
import { textWithoutPerson } from "./traces.ts";
import { requireNoBookingsAhead } from "./require-no-bookings-ahead.ts";

/**
 * Ends the person's access in the transaction that starts the job; the job erases the rest. Cannot be undone or
 * canceled.
 */
export const eraseMember = operation({
  name: "eraseMember",
  summary: "Erase a member",
  description: "Starts a job that erases the person permanently. Orders and enrollments remain without a person.",
  writes: "members:write",
  sensitive: { subject: "people" },
  input: z.object({
    id: Id("member"),
    confirmEmail: z
      .string()
      .max(320)
      .meta({
        description: "The email address of the member, repeated as confirmation",
        examples: ["ana@school.example"],
      }),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .meta({
        description: "The reason. The audit log keeps it without the name and address of the person.",
        examples: ["Requested by email"],
      }),
    cancelSubscriptions: z.boolean().default(false).meta({ description: "Cancels active subscriptions as well" }),
  }),
  output: Job,
  // The log must not store the identity of the erased person.
  async prepare(context, { id, reason }) {
    const person = await findPersonOf(context, id);
    return { reason: person ? textWithoutPerson(reason, { ...person, pseudonymId: id }) : reason };
  },
  async run(context, { id, confirmEmail, cancelSubscriptions }) {
    await lockRoles(context);
    const existing = await lockMemberOr404(context, id);
    requireMayChange(context.caller, existing.roles);
    await requireOtherOwner(context, existing);
    if (emailKey(confirmEmail.trim()) !== emailKey(existing.email)) {
      throw validationFailed(
        "/confirmEmail",
        "mismatch",
        "This is not the member's address. Check the member ID and the address.",
      );
    }
    await requireNoErasure(context, id);
    await requireNoBookingsAhead(context, id);
    await endChargesOf(context, id, cancelSubscriptions);
    return serializeJob(context, await startErasure(context, existing));
  },
  audit: ({ id, reason }) => about("member", id, { reason }),
});
