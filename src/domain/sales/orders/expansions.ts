import type { Context } from "#domain/platform/context.ts";
import { named, owned } from "#domain/platform/expansion/expansion.ts";
import { members } from "#domain/people/members/expansions.ts";
import { Payment, serializePayment, serializeRefund, Refund } from "./payment.ts";
import { listPaymentsOf, listRefundsOf } from "./queries.ts";

export const orderExpansions = {
  member: named(members, (order: { memberId: string }) => order.memberId),
  payments: owned(
    {
      scope: "orders:read",
      item: Payment,
      find: async (context: Context, orderIds) => (await listPaymentsOf(context, orderIds)).map(serializePayment),
    },
    ({ orderId }) => orderId,
  ),
  refunds: owned(
    {
      scope: "orders:read",
      item: Refund,
      find: async (context: Context, orderIds) => (await listRefundsOf(context, orderIds)).map(serializeRefund),
    },
    ({ orderId }) => orderId,
  ),
};
