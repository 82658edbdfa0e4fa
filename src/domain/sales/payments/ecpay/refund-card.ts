import type { RefundRequest, RefundState } from "../provider.ts";
import type { Shop } from "./account.ts";
import { toEcpay } from "./amounts.ts";
import { type CardDetail, readCardDetail } from "./card-detail.ts";
import { postForm } from "./client.ts";

/** Actions of ECPay: refund, cancel the capture, give up the authorization. */
type Action = "R" | "E" | "N";

/**
 * Refunds a card payment. ECPay knows no idempotency keys, so that its total of refunds is compared first: a repetition
 * of a request whose answer was lost finds its amount there.
 */
export async function refundCard(
  shop: Shop,
  { amount, payment, refundedBefore, hasOthersPending }: RefundRequest,
): Promise<RefundState> {
  const { sessionReference: number, providerReference: reference } = payment;
  const [dollars, before] = [
    toEcpay(amount),
    refundedBefore === 0 ? 0 : toEcpay({ ...amount, amount: refundedBefore }),
  ];
  if (number === null || reference === null) throw new Error("ECPay has not reported the number of this payment.");
  // ECPay returns whole dollars.
  if (dollars === undefined || before === undefined) return { status: "failed" };
  const detail = await readCardDetail(shop, number);
  const done = { status: "succeeded" as const, providerReference: reference };
  const isWhole = dollars === detail.amount;
  if (detail.refunded === before + dollars || (detail.capture === "released" && isWhole)) return done;
  if (detail.refunded !== before || detail.capture === "released") {
    if (hasOthersPending) throw new Error("Another refund of this payment has to be settled first.");
    // It was refunded or given up at ECPay. Staff has to look at it.
    return { status: "failed" };
  }
  for (const action of actionsFor(detail, isWhole)) {
    const answer = await postForm(shop, "/CreditDetail/DoAction", {
      MerchantTradeNo: number,
      TradeNo: reference,
      Action: action,
      TotalAmount: String(dollars),
    });
    if (answer["RtnCode"] === undefined) throw new Error("ECPay did not answer to a refund as expected.");
    if (answer["RtnCode"] !== "1") return { status: "failed" };
  }
  return done;
}

/** Throws if the refund has to wait for the capture, which ECPay makes each evening at 20:15. */
function actionsFor({ capture }: CardDetail, isWhole: boolean): Action[] {
  switch (capture) {
    case "closed":
      return ["R"];
    case "closing":
      return isWhole ? ["E", "N"] : ["R"];
    case "authorized":
    case "reopened":
      if (isWhole) return ["N"];
      throw new Error("ECPay refunds a part of a card payment after its capture only. The refund is sent again.");
    case "released":
    case "unknown":
      throw new Error("ECPay reports an unknown state of a card payment.");
  }
}
