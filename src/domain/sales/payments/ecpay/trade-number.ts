import { createHash } from "node:crypto";

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The number of a payment at ECPay (MerchantTradeNo): at most 20 letters and digits, never used again at the shop, so
 * it is derived from our ID. 90 bits make collisions irrelevant.
 */
export function tradeNumber(paymentId: string): string {
  const bytes = createHash("sha256").update(paymentId).digest();
  return `LN${[...bytes.subarray(0, 18)].map((byte) => letters[byte % 32]).join("")}`;
}
