import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { DigitalProduct, type ProductRow, serializeProduct } from "./digital-product.ts";
import { columns } from "./queries.ts";

export const object = eventObject<ProductRow>({
  schema: DigitalProduct,
  table: sql`digital_products`,
  columns,
  serializeRow: (row, scope) => serializeProduct(scope, row),
});
