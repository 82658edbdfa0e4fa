import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";
import { digest } from "#lib/secrets/secret.ts";
import { maxSeatsOfLink, type SeatRow, type VoucherRow } from "./voucher.ts";

export const vouchers = defineTable<VoucherRow>("vouchers", { without: "recipient_email_key" });
const { columns } = vouchers;

/** `lock`: redemptions, refunds and changes of one voucher wait for each other. */
export const { find: findVoucher, lock: lockVoucher } = vouchers;

const seatColumns = sql`id, voucher_id, line_id, member_id, access_id, taken_at, ended_at, ended_for`;

const locked = sql`for no key update`;
const unlocked = sql``;

const byLink = ({ db, site }: SiteScope, link: string, lock: Sql): Promise<VoucherRow | undefined> =>
  db.first<VoucherRow>`
    select ${columns} from vouchers where site_id = ${site.id} and link_digest = ${digest(link)} ${lock}`;

export const findVoucherByLink = (scope: SiteScope, link: string): Promise<VoucherRow | undefined> =>
  byLink(scope, link, unlocked);

export const lockVoucherByLink = (scope: SiteScope, link: string): Promise<VoucherRow | undefined> =>
  byLink(scope, link, locked);

export type NewVoucher = Pick<VoucherRow, "id" | "memberId" | "kind" | "productType" | "productId" | "locale"> &
  Pick<VoucherRow, "linkNumber" | "linkDigest" | "recipientName" | "recipientEmail" | "message" | "deliverAt">;

export async function insertVoucher({ db, site, now }: Context, voucher: NewVoucher): Promise<void> {
  const { recipientEmail } = voucher;
  const recipientEmailKey = recipientEmail === null ? null : emailKey(recipientEmail);
  await db.run`insert into vouchers ${rows({ siteId: site.id, ...voucher, recipientEmailKey, createdAt: now })}`;
}

type Changes = Partial<
  Pick<VoucherRow, "linkNumber" | "linkDigest" | "recipientEmail" | "mailAt" | "mailedAt" | "expiresAt">
>;

export async function updateVoucher({ db, site }: SiteScope, id: string, changes: Changes): Promise<void> {
  const { recipientEmail } = changes;
  const key = recipientEmail == null ? {} : { recipientEmailKey: emailKey(recipientEmail) };
  await db.run`update vouchers set ${assignments({ ...changes, ...key })} where site_id = ${site.id} and id = ${id}`;
}

interface NewSeats {
  voucherId: string;
  lineId: string;
  productId: string;
  containerId: string | null;
  count: number;
}

export async function insertSeats({ db, site, now }: Context, { count, ...seat }: NewSeats): Promise<void> {
  const { voucherId, lineId, productId, containerId } = seat;
  const ids = Array.from({ length: count }, () => newId());
  await db.run`
    insert into voucher_seats (site_id, id, voucher_id, line_id, product_id, container_id, created_at)
    select ${site.id}, id, ${voucherId}, ${lineId}, ${productId}, ${containerId}, ${now}
      from unnest(${ids}::uuid[]) as id`;
}

/** Returns the seats of a voucher, oldest first. */
export const listSeats = ({ db, site }: SiteScope, voucherId: string): Promise<SeatRow[]> =>
  db.many<SeatRow>`
    select ${seatColumns} from ${table("voucher_seats").under(site.id, "voucher_id", [voucherId])}
     order by id limit ${maxSeatsOfLink}`;

/** Returns the seats that an order line has paid for. */
export const listSeatsOfLine = ({ db, site }: SiteScope, lineId: string): Promise<SeatRow[]> =>
  db.many<SeatRow>`
    select ${seatColumns} from ${table("voucher_seats").under(site.id, "line_id", [lineId])}
     order by id limit ${maxSeatsOfLink}`;

type SeatChanges = Partial<Pick<SeatRow, "memberId" | "accessId" | "takenAt" | "endedAt" | "endedFor">>;

export async function updateSeat({ db, site }: SiteScope, id: string, changes: SeatChanges): Promise<void> {
  await db.run`update voucher_seats set ${assignments(changes)} where site_id = ${site.id} and id = ${id}`;
}

/** Returns the number of paid seats of a product, or of its container, that are free. */
export async function countOpenSeats(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  column: "product_id" | "container_id",
  id: string,
): Promise<number> {
  const { count } = await db.one<{ count: number }>`
    select count(*)::integer as count
      from ${table("voucher_seats").under(site.id, column, [id])}
     cross join ${table("vouchers").joined(site.id, sql`voucher_seats.voucher_id`)}
     where voucher_seats.member_id is null and voucher_seats.ended_at is null and vouchers.expires_at > ${now}`;
  return count;
}

export const isOpen = ({ memberId, endedAt }: SeatRow): boolean => memberId === null && endedAt === null;

export const isTaken = ({ memberId, endedAt }: SeatRow): boolean => memberId !== null && endedAt === null;

/** Returns the line that paid for a seat. */
export const findPaidLine = ({ db, site }: SiteScope, lineId: string) =>
  db.first<Pick<FulfilledLine, "id" | "orderId" | "productType" | "productId" | "name">>`
    select id, order_id, product_type, product_id, name from order_lines where site_id = ${site.id} and id = ${lineId}`;

/** Returns the name of the buyer. Null for a person who is known by their address only. */
export const findGiver = async ({ db, site }: SiteScope, memberId: string): Promise<string | null> =>
  (await db.first<{ name: string | null }>`select name from members where site_id = ${site.id} and id = ${memberId}`)
    ?.name ?? null;

/** Returns true if the person of a seat has completed a lecture: opening the course is no reason to keep the seat. */
export async function hasBegun({ db, site }: SiteScope, { accessId }: Pick<SeatRow, "accessId">): Promise<boolean> {
  const found = await db.first<{ hasBegun: boolean }>`
    select progress_permille > 0 or completed_at is not null as has_begun
      from enrollments
     where site_id = ${site.id} and id = ${accessId} and ${table("enrollments").present}`;
  return found?.hasBegun ?? false;
}
