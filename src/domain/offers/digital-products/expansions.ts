import type { Context } from "#domain/platform/context.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
import { coverFile } from "#domain/files/files/expansions.ts";
import { ProductFile } from "./digital-product.ts";
import { filesOfProducts } from "./queries.ts";

export const productExpansions = {
  files: owned(
    {
      scope: "digital_products:read",
      item: ProductFile,
      find: (context: Context, productIds) => filesOfProducts(context, productIds),
    },
    ({ productId }) => productId,
  ),
  coverFile,
};
