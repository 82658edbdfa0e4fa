import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Money, moneyOf } from "#domain/platform/fields.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { formatOrdered, orderedTypes, type OrderedType } from "#domain/sales/orders/product-id.ts";
import { soldKinds } from "#domain/sales/products/kinds.ts";
import { namedRows, nameOfItem } from "#domain/sales/products/named-rows.ts";
import type { ProductKind } from "#domain/sales/products/product-kind.ts";

/** Products of each type that a page offers. Others are recorded by the API. */
const maxPerType = 200;

const Product = z.object({
  /** In wire format. */
  id: z.string(),
  type: z.enum(orderedTypes),
  name: z.string(),
  price: Money.nullable(),
});
export type ProductToSell = z.output<typeof Product>;

export const listProductsToSell = operation({
  name: "listProductsToSell",
  summary: "List the products whose sale can be recorded",
  description: "Newest first within each type.",
  reads: byStaffInPerson,
  input: z.object({}),
  output: z.object({ products: z.array(Product) }),
  async run(context) {
    const products: ProductToSell[] = [];
    for (const [type, kind] of soldKinds) products.push(...(await productsOf(context, type, kind)));
    return { products };
  },
});

interface Found {
  id: string;
  name: string;
  label: string | null;
  priceAmount: number | null;
  priceCurrency: string | null;
}

async function productsOf({ db, site, now }: Context, type: OrderedType, kind: ProductKind): Promise<ProductToSell[]> {
  const { table } = kind;
  const named = namedRows(kind, site.id);
  const found = await db.many<Found>`
    select ${table}.id, ${named.name} as name, ${named.label} as label, ${table}.price_amount, ${table}.price_currency
      from ${table} ${named.join}
     where ${table}.site_id = ${site.id} and ${table}.deleted_at is null and ${kind.isSellable(now)}
     order by ${table}.created_at desc, ${table}.id desc limit ${maxPerType}`;
  return found.map(({ id, name, label, priceAmount, priceCurrency }) => ({
    id: formatOrdered(type, id),
    type,
    name: nameOfItem(name, label),
    price: moneyOf(priceAmount, priceCurrency),
  }));
}
