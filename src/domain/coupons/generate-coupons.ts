import { randomInt } from "node:crypto";
import * as z from "zod";
import type { Context } from "#domain/context.ts";
import { Id, newId } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { validationFailed } from "#domain/problem.ts";
import { columnsOf, type CouponRow, NewCoupon } from "./coupon.ts";
import { applyToProducts, insertCoupons } from "./queries.ts";
import { requireSound } from "./require-coupon.ts";
import { couponEvent } from "./save-coupon.ts";

const mostCoupons = 1000;

export const generateCoupons = operation({
  name: "generateCoupons",
  summary: "Create many coupons that are alike, each with a code of its own",
  access: { scope: "coupons:write" },
  writes: true,
  input: NewCoupon.omit({ code: true, externalId: true }).extend({
    count: z
      .number()
      .int()
      .min(1)
      .refine((count) => count <= mostCoupons, {
        params: { code: "too_many_rows" },
        message: `Expected at most ${mostCoupons} coupons in one request.`,
      }),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9_-]{0,20}$/, "Expected up to 20 letters, digits, hyphens and underscores.")
      .default(""),
    length: z.number().int().min(6).max(20).default(8).meta({ description: "Letters of each code after the prefix" }),
  }),
  output: z.object({ data: z.array(z.object({ id: Id("coupon"), code: z.string() })) }),
  async run(context, { count, prefix, length, ...fields }) {
    await requireSound(context, fields);
    const made = await insertWithCodes(
      context,
      columnsOf(fields),
      count,
      () => prefix.toUpperCase() + randomCode(length),
    );
    const { appliesTo } = fields;
    if (appliesTo?.kind === "products") {
      const ids = made.map(({ id }) => id);
      await applyToProducts(context, ids, appliesTo.products);
    }
    return { data: made };
  },
  audit: ({ prefix }, { data }) => ({ resourceType: "coupon", details: { prefix, count: data.length } }),
  event: (input, { data }) => data.map((coupon) => couponEvent("coupon.created")(input, coupon)),
});

/** A code that somebody has already is drawn anew. */
async function insertWithCodes(context: Context, columns: Partial<CouponRow>, count: number, draw: () => string) {
  const made: { id: string; code: string }[] = [];
  for (let round = 0; made.length < count && round < 5; round++) {
    const codes = new Set<string>();
    while (codes.size < count - made.length) codes.add(draw());
    const wanted = [...codes].map((code) => ({ ...columns, id: newId(), code }));
    made.push(...(await insertCoupons(context, wanted, context.now)));
  }
  if (made.length === count) return made;
  throw validationFailed(
    "/length",
    "too_small",
    "Most codes of this prefix and length are taken. Ask for longer ones.",
  );
}

/** Without letters and digits that are read for one another. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
