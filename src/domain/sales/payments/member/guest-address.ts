import * as z from "zod";
import { endMailLinksOfMember } from "#domain/messages/mail-links/queries.ts";
import { changeGuestAddress, findGuestAddress } from "#domain/people/guests/queries.ts";
import { lockMember } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { EmailAddress, emailKey } from "#domain/platform/email.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { listCheckoutPayments, listFulfilledLines, lockOrder } from "#domain/sales/orders/change-order.ts";
import { networkOf } from "#lib/network.ts";
import { mailInstructions, mailReceipt } from "../order-mail.ts";

/** Sends the email about an order again, to another address if the guest mistyped theirs. Earlier links end. */
export const sendOrderToGuest = operation({
  name: "sendOrderToGuest",
  summary: "Send the email about an order again",
  writes: { only: ["session"] },
  input: z.object({ id: Id("order"), email: EmailAddress }),
  output: z.object({}),
  async prepare(context: RequestContext, { email }) {
    await requireWithin(context, limits.guestOrderPerAddress, networkOf(context.address));
    await requireWithin(context, limits.guestOrderPerRecipient, emailKey(email));
    return {};
  },
  async run(context, { id, email }) {
    const { memberId } = requireSession(context);
    const order = await lockOrder(context, id);
    await lockMember(context, memberId);
    const current = await findGuestAddress(context, memberId);
    if (order?.memberId !== memberId || current === undefined) throw notFound("order", formatId("order", id));
    await endMailLinksOfMember(context, memberId, context.now);
    if (current !== email && (await changeGuestAddress(context, memberId, email))) {
      await changeBuyer(context, memberId, email);
    }
    if (order.invoiceNumber !== null) {
      const lines = await listFulfilledLines(context, id);
      await mailReceipt(context, { ...order, invoiceNumber: order.invoiceNumber }, lines);
    } else if ((await listCheckoutPayments(context, id)).some(({ instructions }) => instructions !== null)) {
      await mailInstructions(context, order);
    }
    return {};
  },
  audit: ({ id }) => about("order", id),
});

const changeBuyer = ({ db, site, now }: Context, memberId: string, email: string) =>
  db.run`
    update orders
       set buyer = buyer || jsonb_build_object('email', ${email}::text), version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and buyer is not null`;
