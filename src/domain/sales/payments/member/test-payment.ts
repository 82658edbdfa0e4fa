import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { findCheckoutPayment } from "#domain/sales/orders/change-order.ts";
import { findAccount } from "../account.ts";
import { receiveEvents } from "../provider-events/receive-events.ts";
import { testEventRequest, type TestOutcome } from "../test-provider.ts";

const TestPayment = z.object({
  id: Id("payment"),
  orderId: Id("order"),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
});

export const findMyTestPayment = operation({
  name: "findMyTestPayment",
  summary: "Retrieve the member's simulated payment",
  reads: { only: ["session"] },
  input: z.object({ id: Id("payment") }),
  output: TestPayment,
  async run(context, { id }) {
    const { db, site } = context;
    const { memberId } = requireSession(context);
    const payment = await findCheckoutPayment(context, id);
    const order =
      payment &&
      (await db.first<{ memberId: string }>`
      select member_id from orders where site_id = ${site.id} and id = ${payment.orderId}`);
    if (payment?.provider !== "test" || order?.memberId !== memberId) {
      throw notFound("test payment", formatId("payment", id));
    }
    const { orderId, status, amount, currency } = payment;
    return { id, orderId, status, amount, currency };
  },
});

/** Processes the event that a provider would send, in the same way. */
export async function sendTestOutcome(
  context: RequestContext,
  { id, amount, currency }: z.output<typeof TestPayment>,
  outcome: TestOutcome,
): Promise<void> {
  const account = await findAccount(context, "test");
  if (!account) throw notFound("payment provider", "test");
  const paymentId = formatId("payment", id);
  const request = testEventRequest(account, { id: randomUUID(), paymentId, outcome, amount: { amount, currency } });
  await receiveEvents(context, "test", request);
}
