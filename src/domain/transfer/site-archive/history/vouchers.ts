import * as z from "zod";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { formatId, Id, parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { isSold, kinds } from "#domain/sales/products/kinds.ts";
import { allVouchers, restoreVoucher, type StoredVoucher } from "#domain/sales/vouchers/all-vouchers.ts";
import { findPaidLine } from "#domain/sales/vouchers/queries.ts";
import { maxSeatsOfLink } from "#domain/sales/vouchers/voucher.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { notImported } from "./not-imported.ts";
import { knownMember, restoredPart } from "./restored-part.ts";
import { storedRows } from "./stored-rows.ts";

const Seat = z.object({
  lineId: Id("orderLine"),
  memberId: Id("member").nullable(),
  /** ID of the enrollment or subscription. */
  accessId: z.string().max(60).nullable(),
  takenAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endedFor: z.enum(["refund", "dispute"]).nullable(),
  createdAt: Instant,
});

const Voucher = z.object({
  memberId: Id("member"),
  kind: z.enum(["gift", "seats"]),
  linkNumber: z.number().int().min(1).max(1_000_000),
  /** The SHA-256 of the link, which therefore works at the other site. */
  linkDigest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  recipientName: trimmed().min(1).max(100).nullable(),
  recipientEmail: EmailAddress.nullable(),
  message: trimmed().max(500).nullable(),
  locale: z.string().max(20),
  deliverAt: Instant.nullable(),
  mailAt: Instant.nullable(),
  mailedAt: Instant.nullable(),
  expiresAt: Instant,
  createdAt: Instant,
  seats: z.array(Seat).min(1).max(maxSeatsOfLink),
});

/** Gifts and seats that were paid. */
export const vouchers = restoredPart({
  rows: (context) => storedRows(Voucher.extend({ id: Id("voucher") }), voucherRows(context)),
  key: ["member_id", "created_at", "link_digest"],
  schema: Voucher,
  notCompared: ["seats"],
  insert,
});

async function* voucherRows(context: RequestContext) {
  for await (const page of allVouchers(context)) {
    yield page.filter(({ seats }) => seats.length > 0).map((voucher) => wireOf(voucher));
  }
}

function wireOf({ seats, linkDigest, productType, productId: _product, ...voucher }: StoredVoucher) {
  const { idKind } = kinds[productType].access;
  return {
    ...voucher,
    linkDigest: linkDigest?.toString("hex") ?? null,
    seats: seats.map(({ accessId, ...seat }) => ({
      ...seat,
      accessId: accessId === null ? null : formatId(idKind, accessId),
    })),
  };
}

async function insert(context: Context, { seats, linkDigest, ...voucher }: z.output<typeof Voucher>): Promise<string> {
  if (!(await findMember(context, voucher.memberId))) throw notImported("/memberId", "member");
  const line = await findPaidLine(context, seats[0]?.lineId ?? "");
  const { productType, productId } = line ?? {};
  if (!productType || !productId || !isSold(productType)) throw notImported("/seats", "order");
  const kind = kinds[productType];
  const product = await kind.productOf(context, productId);
  const restored = [];
  for (const { accessId: access, memberId, ...seat } of seats) {
    const accessId = (access !== null && parseId(kind.access.idKind, access)) || null;
    if (!(await findPaidLine(context, seat.lineId))) throw notImported("/seats", "order");
    restored.push({
      ...seat,
      memberId: await knownMember(context, memberId),
      accessId,
    });
  }
  const containerId = kind.isLimitedByProduct ? (product?.id ?? null) : null;
  const digest = linkDigest === null ? null : Buffer.from(linkDigest, "hex");
  const row = { ...voucher, linkDigest: digest, productType, productId, seats: restored };
  return formatId("voucher", await restoreVoucher(context, row, containerId));
}
