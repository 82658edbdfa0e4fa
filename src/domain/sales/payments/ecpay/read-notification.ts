import { Problem } from "#domain/platform/problem.ts";
import { failureOf } from "../failure.ts";
import type { PaymentState, ProviderEvent, EventRequest } from "../provider.ts";
import type { Shop } from "./account.ts";
import { type Fields, isSigned } from "./check-mac-value.ts";
import { instructedState, isInstructed, paidState } from "./trade-state.ts";

/** The field of a trade that has our ID of the payment. */
export const paymentField = "CustomField1";

/** The bank has not decided yet. */
const undecided = "10300066";

const impersonalFields =
  "MerchantTradeNo TradeNo TradeAmt RtnCode PaymentType PaymentDate TradeDate SimulatePaid".split(" ");

/**
 * Reads a notification about a payment (`ReturnURL`) or about its account or code (`PaymentInfoURL`), after its
 * signature has been checked. Notifications have no ID of their own: one trade has one of each result.
 */
export function readNotification(shop: Shop, { body }: Pick<EventRequest, "body">): ProviderEvent[] {
  const fields: Fields = Object.fromEntries(new URLSearchParams(body.toString()));
  if (fields["MerchantID"] !== shop.merchantId || !isSigned(fields, shop)) {
    throw new Problem("invalid_request", "The signature in CheckMacValue is wrong.");
  }
  const { MerchantTradeNo: number = "", RtnCode: code = "", SimulatePaid } = fields;
  const isSimulated = SimulatePaid === "1";
  const type = isSimulated ? "payment.simulated" : typeOf(fields);
  return [
    {
      id: `${number}-${code}${isSimulated ? "-simulated" : ""}`.slice(0, 100),
      type,
      payment: { id: fields[paymentField] || undefined, sessionReference: number },
      // A simulated payment moves no money.
      state: isSimulated && shop.isProduction ? undefined : stateOf(fields),
      payload: Object.fromEntries(
        impersonalFields.flatMap((name) => (fields[name] ? [[name, fields[name].slice(0, 100)]] : [])),
      ),
    },
  ];
}

const typeOf = (fields: Fields): string =>
  isInstructed(fields) ? "payment.instructed" : fields["RtnCode"] === "1" ? "payment.paid" : "payment.failed";

function stateOf(fields: Fields): PaymentState | undefined {
  if (fields["RtnCode"] === "1") return paidState(fields);
  if (isInstructed(fields)) return instructedState(fields);
  if (fields["RtnCode"] === undecided) return undefined;
  return { status: "failed", ...failureOf(fields["RtnCode"], fields["RtnMsg"]) };
}
