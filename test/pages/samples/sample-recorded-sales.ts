import type { AdminPage } from "#pages/views/admin/layout.ts";
import { recordSalePage } from "#pages/views/admin/orders/record-sale.ts";
import type { Names } from "./sample-views.ts";

/** The form for a sale that was paid elsewhere. */
export function sampleRecordedSales(page: AdminPage, names: Names): [string, string][] {
  const price = { amount: 490_000, currency: "TWD" };
  const products = [
    { id: "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3", type: "course_plan" as const, name: names.client, price },
    { id: "dpr_01k9g2c8p4e6t0v3x5y7z9b1d3", type: "digital_product" as const, name: names.path, price: null },
  ];
  const typed = {
    email: names.email,
    name: names.person,
    product: "",
    amount: "",
    reference: names.path,
    notify: true,
  };
  const refused = { products, typed: { ...typed, amount: names.path }, refusal: "amount" as const };
  return [
    ["admin-record-sale", recordSalePage(page, { products, typed })],
    ["admin-record-sale-none", recordSalePage(page, { products: [], typed })],
    ["admin-record-sale-refused", recordSalePage(page, refused)],
  ];
}
