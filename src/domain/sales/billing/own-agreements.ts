import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import type { Agreement } from "./agreement.ts";
import { cancelLocked, resumeLocked } from "./cancel-agreement.ts";
import { findAgreement, listAgreementsOf, lockAgreement } from "./queries.ts";
import { serializeAgreement, AgreementView } from "./agreement-view.ts";

const anAgreement = z.object({ id: Id("billingAgreement") });

const unknown = (id: string) => notFound("recurring payment", formatId("billingAgreement", id));

async function requireOwn(context: Context, id: string, find: typeof findAgreement): Promise<Agreement> {
  const { memberId } = requireSession(context);
  const agreement = await find(context, id);
  if (agreement?.memberId !== memberId) throw unknown(id);
  return agreement;
}

export const listMyAgreements = operation({
  name: "listMyAgreements",
  summary: "List the member's recurring payments",
  description: "Newest first, at most 50.",
  access: { only: ["session"] },
  writes: false,
  input: z.object({}),
  output: z.object({ agreements: z.array(AgreementView) }),
  async run(context) {
    const { memberId } = requireSession(context);
    return { agreements: (await listAgreementsOf(context, memberId)).map(serializeAgreement) };
  },
});

export const findMyAgreement = operation({
  name: "findMyAgreement",
  summary: "Retrieve the member's recurring payment",
  access: { only: ["session"] },
  writes: false,
  input: anAgreement,
  output: AgreementView,
  run: async (context, { id }) => serializeAgreement(await requireOwn(context, id, findAgreement)),
});

/** Installments are owed, so that members cannot cancel them. */
export const cancelMyAgreement = operation({
  name: "cancelMyAgreement",
  summary: "Cancel the member's subscription",
  description: "Takes effect at the end of the period.",
  access: { only: ["session"] },
  writes: true,
  input: anAgreement,
  output: anAgreement,
  prepare: limitOwnRequests,
  async run(context, { id }) {
    await requireOwn(context, id, findAgreement);
    const agreement = await requireOwn(context, id, lockAgreement);
    if (agreement.payments !== null) {
      throw invalidState("recurring payment", "paid by installments", "canceled", [], "Ask the school.");
    }
    await cancelLocked(context, agreement, "at_period_end");
    return { id };
  },
  audit: (_input, { id }) => about("billingAgreement", id),
});

export const resumeMyAgreement = operation({
  name: "resumeMyAgreement",
  summary: "Resume the member's subscription",
  description: "Withdraws a cancellation that has not taken effect.",
  access: { only: ["session"] },
  writes: true,
  input: anAgreement,
  output: anAgreement,
  prepare: limitOwnRequests,
  async run(context, { id }) {
    await requireOwn(context, id, findAgreement);
    await resumeLocked(context, await requireOwn(context, id, lockAgreement));
    return { id };
  },
  audit: (_input, { id }) => about("billingAgreement", id),
});

/** Returns the provider's page where the member changes their payment method. Throws if the provider is down. */
export async function openPortal(context: RequestContext, id: string, returnUrl: string): Promise<string> {
  await limitOwnRequests(context);
  const { provider, providerCustomer } = await requireOwn(context, id, findAgreement);
  const account = await findAccount(context, provider);
  const portal =
    account && providerCustomer !== null && providers[provider].customerPortal?.(account, providerCustomer, returnUrl);
  if (!portal) throw unknown(id);
  return portal;
}
