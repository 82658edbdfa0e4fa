import type { OwnVoucher } from "#domain/sales/vouchers/read-vouchers.ts";

export const voucherNotices = ["sent", "renewed", "ended", "freed", "endedSeat"] as const;
export type VoucherProblem = "tooMany" | "wrongEmail" | "refused";

export interface OwnVoucherView {
  /** The path of the order. */
  order: string;
  voucher: OwnVoucher;
  now: Date;
  done?: (typeof voucherNotices)[number] | undefined;
  problem?: VoucherProblem | undefined;
}
