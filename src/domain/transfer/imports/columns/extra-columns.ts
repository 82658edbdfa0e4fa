import { digitsOf } from "#lib/text/format-money.ts";
import { slugOf } from "#lib/markdown/slug-of.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { RecordName } from "../records/record-imports.ts";

/** Columns of other programs that become fields of a row. */
export const extraColumns: Readonly<Partial<Record<RecordName, readonly string[]>>> = {
  members: ["first_name", "last_name"],
  students: ["first_name", "last_name"],
  enrollments: ["course_name"],
  lecture_progress: ["course_name"],
  reviews: ["course_name"],
  orders: ["product_name", "price"],
};

/** Names and currency of the school, to read names and amounts. */
export interface School {
  /** Slugs of courses by their folded name; undefined for a name that two courses have. */
  courses: ReadonlyMap<string, string | undefined>;
  /** The first plan of courses, and digital products, by their folded name. */
  products: ReadonlyMap<string, { type: string; id: string }>;
  currency: string;
}

type Wire = Record<string, unknown>;

/** Returns a row with the fields that its extra columns mean. */
export function withExtraColumns(wire: Wire, extra: ReadonlyMap<string, string>, school: School): Wire {
  const [first = "", last = ""] = [extra.get("first_name"), extra.get("last_name")];
  const name = [first, last].filter((part) => part !== "").join(hanOnly(first + last) ? "" : " ");
  const order = hanOnly(first + last) && first !== "" && last !== "" ? last + first : name;
  const course = extra.get("course_name") ?? "";
  return {
    ...wire,
    ...(order !== "" && (wire["name"] ?? "") === "" && { name: order }),
    ...(course !== "" && { course_slug: school.courses.get(course.trim().toLowerCase()) ?? `${asSlug(course)}?` }),
    ...soldOf(wire, extra, school),
  };
}

/**
 * Makes the message about a course that is not found name the course, and not the form of addresses. With a question
 * mark, it is the slug of no course: a name that two courses have must not enroll people in one of them.
 */
const asSlug = (name: string): string =>
  slugOf(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "") || "–";

/** Chinese names have the family name first, without a space. */
const hanOnly = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);

/** One sold course or product with its price. */
function soldOf(wire: Wire, extra: ReadonlyMap<string, string>, { currency: usual, products }: School): Wire {
  const [name, price] = [extra.get("product_name") ?? "", extra.get("price") ?? ""];
  if (name === "" && price === "") return {};
  const written = wire["currency"];
  const currency = typeof written === "string" && written !== "" ? written.toUpperCase() : usual;
  const amount = { amount: minorUnitsOf(price === "" ? "0" : price, currency) ?? price, currency };
  const product = products.get(name.trim().toLowerCase());
  const line = {
    product_type: product?.type ?? "course_plan",
    ...(product ? { product_id: product.id } : { product_external_id: name.slice(0, 200) }),
    name: name === "" ? "–" : name,
    unit_amount: amount,
  };
  const placedAt = wire["placed_at"];
  return {
    currency,
    ...(wire["line_items"] === undefined && { line_items: [line] }),
    ...(asRecord(wire)["paid_at"] === undefined && placedAt !== undefined && { paid_at: placedAt }),
  };
}

/** Reads `$1,299.50` and `1.299,50 €`. Returns undefined for anything else. */
function minorUnitsOf(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const plain = text.replaceAll(/[\p{Currency_Symbol}\p{Letter}\s]/gu, "");
  // With three decimals, `12.500` is no number of thousands.
  const [, dinars, fils] = (digits === 3 && /^(\d{1,12})[.,](\d{3})$/.exec(plain)) || [];
  if (dinars !== undefined) return Number(`${dinars}${fils}`);
  const [, whole = "", part = ""] = /^(\d{1,3}(?:[.,']?\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === "" || part.length > Math.max(digits, 2)) return undefined;
  const minor = Number(`${whole.replaceAll(/\D/g, "")}.${part === "" ? "0" : part}`) * 10 ** digits;
  return Math.round(minor);
}
