import { randomBytes } from "node:crypto";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { PaymentProvider } from "../provider.ts";
import { environments, shopOf } from "./account.ts";
import { toEcpay } from "./amounts.ts";
import { checkoutForm } from "./checkout-form.ts";
import { query } from "./client.ts";
import { readNotification } from "./read-notification.ts";
import { refundCard } from "./refund-card.ts";
import { tradeNumber } from "./trade-number.ts";
import { readTradeState } from "./trade-state.ts";

/** ECPay's page has no end, so that a checkout lasts an hour at least. */
const minCheckoutMs = 3_600_000;

const patterns = { merchantId: /^\d{7,10}$/, hashKey: /^\w{16}$/, hashIv: /^\w{16}$/ };

/** Payments on the page of ECPay, Taiwan: cards, virtual accounts (ATM) and codes of convenience stores (CVS). */
export const ecpayProvider: PaymentProvider = {
  startPayment(_account, { origin, paymentId, now, expiresAt }) {
    const soonest = new Date(now.getTime() + minCheckoutMs);
    return Promise.resolve({
      checkoutUrl: `${origin}/checkout/continue/${paymentId}`,
      sessionReference: tradeNumber(paymentId),
      instructions: null,
      expiresAt: expiresAt > soonest ? expiresAt : soonest,
    });
  },
  checkoutForm,
  readEvents: (account, request) => readNotification(shopOf(account), request),
  acknowledgment: "1|OK",

  async readState(account, { sessionReference }) {
    return sessionReference === null ? undefined : readTradeState(shopOf(account), sessionReference);
  },
  limitsQueries: true,

  refund: (account, request) => refundCard(shopOf(account), request),
  refundsByHand: ({ method }) => method !== "card",

  accepts: (amount) => toEcpay(amount) !== undefined,
  credentialNames: ["merchantId", "hashKey", "hashIv", "environment"],
  publicCredentials: ["merchantId", "environment"],

  async checkCredentials(account) {
    const { credentials } = account;
    for (const [name, pattern] of Object.entries(patterns)) {
      if (pattern.test(credentials[name] ?? "")) continue;
      throw validationFailed(`/${name}`, "invalid", "ECPay's numbers have 7 to 10 digits, and its keys 16 characters.");
    }
    if (!environments.some((name) => name === credentials["environment"])) {
      throw validationFailed("/environment", "invalid", `Expected one of ${environments.join(", ")}.`);
    }
    if (!(await answersSigned(account))) {
      throw validationFailed("/hashKey", "refused", "ECPay does not accept these keys.");
    }
  },

  isTestMode: ({ credentials }) => credentials["environment"] === "stage",
};

/** Asks about a trade that does not exist: ECPay signs the answer with the keys of the shop. */
async function answersSigned(account: Parameters<typeof shopOf>[0]): Promise<boolean> {
  try {
    const number = tradeNumber(randomBytes(16).toString("hex"));
    return (await query(shopOf(account), "/Cashier/QueryTradeInfo/V5", number, 5000)) !== undefined;
  } catch {
    throw new Problem("invalid_state", "ECPay cannot be reached to check the keys. Try again.", { allowed: [] });
  }
}
