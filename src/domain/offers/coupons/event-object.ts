import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Coupon, type CouponRecord, serializeCoupon } from "./coupon.ts";
import { columns } from "./queries.ts";

export const object = eventObject<CouponRecord>({
  schema: Coupon,
  table: sql`coupons`,
  columns: ({ now }) => columns(now),
  serializeRow: (row) => serializeCoupon(row),
});
