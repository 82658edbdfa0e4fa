import type { PaymentState } from "../provider.ts";
import type { Shop } from "./account.ts";
import { fromEcpay } from "./amounts.ts";
import type { Fields } from "./check-mac-value.ts";
import { query } from "./client.ts";
import { parseTaipei } from "./taipei-time.ts";

/** Values of `TradeStatus`. */
const statuses = { unpaid: "0", paid: "1", failed: "10200095", unknown: "10200047" };

/** Time after the end of an account or a code in which ECPay can still report its payment. */
const lateReportsMs = 3_600_000;

/** For a question that a page waits for. */
const pageTimeoutMs = 3000;

/** The method of a payment by ECPay's name, for example `Credit_CreditCard`, `ATM_LAND` or `CVS_IBON`. */
function methodOf(paymentType: string | undefined): "card" | "atm" | "cvs" | "other" {
  const [kind] = paymentType?.split("_") ?? [];
  return kind === "Credit" ? "card" : kind === "ATM" ? "atm" : kind === "CVS" ? "cvs" : "other";
}

/** The state of a trade that has been paid, from a notification or a query. */
export function paidState(fields: Fields): PaymentState {
  const { TradeAmt, TradeNo, PaymentType, PaymentTypeChargeFee, card4no = "", card6no = "" } = fields;
  const amount = fromEcpay(TradeAmt);
  if (!amount) throw new Error("ECPay reported a payment without an amount.");
  const fee = fromEcpay(PaymentTypeChargeFee);
  const hasCard = methodOf(PaymentType) === "card" && /^\d{4}$/.test(card4no);
  return {
    status: "succeeded",
    amount,
    method: methodOf(PaymentType),
    ...(TradeNo && { providerReference: TradeNo }),
    ...(fee && { feeAmount: fee.amount }),
    ...(hasCard && { card: { brand: brandOf(card6no), last4: card4no } }),
  };
}

const brandOf = (digits: string): string =>
  digits.startsWith("4")
    ? "visa"
    : /^(5[1-5]|2[2-7])/.test(digits)
      ? "mastercard"
      : digits.startsWith("35")
        ? "jcb"
        : "unknown";

/** The account or the code that a member pays to, and its end. */
export function instructedState(fields: Fields): PaymentState {
  const { PaymentType, BankCode = "", vAccount = "", PaymentNo = "", ExpireDate = "" } = fields;
  const method = methodOf(PaymentType);
  const end = parseTaipei(ExpireDate);
  const until = end && { payUntil: end.toISOString() };
  const details: Record<string, string> =
    method === "atm" ? { bankCode: BankCode, account: vAccount } : { code: PaymentNo };
  return {
    status: "pending",
    method,
    instructions: { method, ...details, ...until },
    ...(end && { expiresAt: new Date(end.getTime() + lateReportsMs) }),
  };
}

/** Codes of a notification or an answer that an account or a code was issued, by method. */
export const isInstructed = ({ RtnCode, PaymentType }: Fields): boolean =>
  methodOf(PaymentType) === "atm" ? RtnCode === "2" : methodOf(PaymentType) === "cvs" && RtnCode === "10100073";

/** Asks ECPay for the state of a trade. Undefined: ECPay does not know it. */
export async function readTradeState(shop: Shop, number: string): Promise<PaymentState | undefined> {
  const trade = await query(shop, "/Cashier/QueryTradeInfo/V5", number, pageTimeoutMs);
  if (!trade) throw new Error("ECPay's answer about a trade is not signed with the keys of this school.");
  if (trade["TradeStatus"] === statuses.unknown) return undefined;
  if (trade["MerchantTradeNo"] !== number) throw new Error("ECPay answered about another trade.");
  switch (trade["TradeStatus"] ?? "") {
    case statuses.paid:
      return paidState(trade);
    case statuses.failed:
      return { status: "failed" };
    case statuses.unpaid:
      return methodOf(trade["PaymentType"]) === "atm" || methodOf(trade["PaymentType"]) === "cvs"
        ? readInstructions(shop, number)
        : { status: "pending" };
    default:
      throw new Error(`ECPay answered about a trade with the status ${trade["TradeStatus"]?.slice(0, 20)}.`);
  }
}

async function readInstructions(shop: Shop, number: string): Promise<PaymentState> {
  const answer = await query(shop, "/Cashier/QueryPaymentInfo", number, pageTimeoutMs);
  return answer?.["MerchantTradeNo"] === number && isInstructed(answer)
    ? instructedState(answer)
    : { status: "pending" };
}
