import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { validationFailed, within } from "#domain/platform/problem.ts";
import { formatOrdered, type OrderedType } from "#domain/sales/orders/product-id.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import type { SoldProduct } from "#domain/sales/products/product-kind.ts";
import { includedTax } from "#domain/site/selling/selling-settings.ts";
import type { RecordedLine, RecordedSale } from "./sale-input.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

/** An order line with the end of the membership that it pays for. */
export interface SoldLine {
  id: string;
  productType: OrderedType;
  productId: string;
  name: string;
  quantity: number;
  unitAmount: number;
  discountAmount: number;
  taxAmount: number;
  taxRate: number;
  amount: number;
  recurrence: null;
  until: Date | undefined;
}

/**
 * Prices the lines in one currency, in its minor unit. The school sells in its own currencies and in those that prices
 * of its products have kept. Other shops sell in any.
 */
export async function linesOfSale(
  context: Context,
  { kind, lineItems }: Pick<RecordedSale, "kind" | "lineItems">,
  taxRate: number,
): Promise<{ currency: string; lines: SoldLine[] }> {
  let currency: string | undefined;
  const lines: SoldLine[] = [];
  for (const [index, item] of lineItems.entries()) {
    await within(`/lineItems/${index}`, async () => {
      const priced = await priceLine(context, item, kind);
      currency ??= priced.currency;
      if (priced.currency !== currency) {
        const detail = `Expected ${currency}, the currency of the first line, not ${priced.currency}.`;
        throw validationFailed("/unitAmount/currency", "conflict", detail);
      }
      lines.push(lineOf(item, priced, taxRate));
    });
  }
  return { currency: currency ?? "", lines };
}

interface PricedLine {
  name: string;
  currency: string;
  unitAmount: number;
  until: Date | undefined;
}

async function priceLine(context: Context, item: RecordedLine, kind: RecordedSale["kind"]): Promise<PricedLine> {
  const product = await requireProduct(context, item.productId);
  const { maxQuantity } = product;
  if (item.quantity > maxQuantity) {
    throw validationFailed("/quantity", "too_big", `A person can buy at most ${maxQuantity} of this product.`);
  }
  if (kind === "manual") await requireCurrencies(context, { "/unitAmount": item.unitAmount }, product.price);
  const unit = item.unitAmount ?? product.price;
  if (!unit) throw validationFailed("/unitAmount", "required", "The product has no price. Send unit_amount.");
  for (const field of ["discountAmount", "taxAmount"] as const) {
    const currency = item[field]?.currency;
    if (currency === undefined || currency === unit.currency) continue;
    throw validationFailed(`/${field}/currency`, "conflict", `Expected ${unit.currency}, the currency of the line.`);
  }
  const { type, id } = item.productId;
  const until = await findKind(type)?.endOfPayment(context, id, context.now);
  return { name: item.name ?? product.name, currency: unit.currency, unitAmount: unit.amount, until };
}

/** Finds a product that need not be on sale or public. */
async function requireProduct(context: Context, { type, id }: RecordedLine["productId"]): Promise<SoldProduct> {
  const found = await findKind(type)?.find(context, id, null);
  if (found) return found;
  const detail = `No product that can be sold has the ID ${formatOrdered(type, id)}.`;
  throw validationFailed("/productId", "not_found", detail);
}

function lineOf(item: RecordedLine, { name, unitAmount, until }: PricedLine, schoolRate: number): SoldLine {
  const { productId: product, quantity } = item;
  const subtotal = quantity * unitAmount;
  const discountAmount = item.discountAmount?.amount ?? 0;
  if (discountAmount > subtotal) {
    throw validationFailed("/discountAmount/amount", "too_big", `Expected at most the price of ${subtotal}.`);
  }
  const amount = subtotal - discountAmount;
  const taxAmount = item.taxAmount?.amount ?? includedTax(amount, schoolRate);
  if (taxAmount > amount) {
    throw validationFailed("/taxAmount/amount", "too_big", `Expected at most the amount of ${amount}.`);
  }
  return {
    id: newId(),
    productType: product.type,
    productId: product.id,
    name,
    quantity,
    unitAmount,
    discountAmount,
    taxAmount,
    // The rate of a tax that was calculated elsewhere is unknown.
    taxRate: item.taxAmount === undefined ? schoolRate : 0,
    amount,
    recurrence: null,
    until,
  };
}
