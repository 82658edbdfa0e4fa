import * as z from "zod";

/**
 * Effect of a refund on the access that was bought. `end`: it ends immediately. `period_end`: it ends with the period that
 * was paid, or immediately if there is none. `keep`: it stays.
 */
export const refundAccesses = ["end", "period_end", "keep"] as const;
export type RefundAccess = (typeof refundAccesses)[number];

export const RefundAccess = z.enum(refundAccesses, "Expected end, period_end or keep.");
