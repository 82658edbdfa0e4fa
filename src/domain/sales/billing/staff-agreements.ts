import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import type { Agreement } from "./agreement.ts";
import { cancelLocked, resumeLocked } from "./cancel-agreement.ts";
import { listAgreementsOf, lockAgreement } from "./queries.ts";
import { serializeAgreement, AgreementView } from "./agreement-view.ts";

const anAgreement = z.object({ id: Id("billingAgreement") });
const Canceled = z.object({ id: Id("billingAgreement"), memberId: Id("member") });

async function requireLocked(context: Context, id: string): Promise<Agreement> {
  const agreement = await lockAgreement(context, id);
  if (!agreement) throw notFound("recurring payment", formatId("billingAgreement", id));
  return agreement;
}

export const listAgreementsOfMember = operation({
  name: "listAgreementsOfMember",
  summary: "List the recurring payments of a member",
  description: "Newest first, at most 50.",
  reads: byStaffInPerson,
  input: z.object({ memberId: Id("member") }),
  output: z.object({ agreements: z.array(AgreementView) }),
  run: async (context, { memberId }) => ({
    agreements: (await listAgreementsOf(context, memberId)).map(serializeAgreement),
  }),
});

export const cancelAgreement = operation({
  name: "cancelAgreement",
  summary: "Cancel a recurring payment",
  description: "Canceling installments ends access to the course immediately.",
  writes: byStaffInPerson,
  input: anAgreement.extend({ mode: z.enum(["now", "at_period_end"]) }),
  output: Canceled,
  async run(context, { id, mode }) {
    const agreement = await requireLocked(context, id);
    await cancelLocked(context, agreement, mode);
    return { id, memberId: agreement.memberId };
  },
  audit: ({ mode }, { id }) => about("billingAgreement", id, { mode }),
});

export const resumeAgreement = operation({
  name: "resumeAgreement",
  summary: "Resume a recurring payment",
  description: "Withdraws a cancellation that has not taken effect.",
  writes: byStaffInPerson,
  input: anAgreement,
  output: Canceled,
  async run(context, { id }) {
    const agreement = await requireLocked(context, id);
    await resumeLocked(context, agreement);
    return { id, memberId: agreement.memberId };
  },
});
