import * as productGrants from "#domain/offers/digital-products/grant-operations.ts";
import { productExpansions } from "#domain/offers/digital-products/expansions.ts";
import * as products from "#domain/offers/digital-products/list-digital-products.ts";
import * as productFiles from "#domain/offers/digital-products/product-files.ts";
import * as productStates from "#domain/offers/digital-products/product-states.ts";
import * as productChanges from "#domain/offers/digital-products/save-digital-product.ts";
import { act, bulk, change, create, read, remove, type Route } from "../route.ts";

/** Digital products, their files and grants. */
export const digitalProductRoutes: readonly Route[] = [
  read("/digital_products", products.listDigitalProducts, productExpansions),
  read("/digital_products/:product", products.getDigitalProduct, productExpansions),
  create("/digital_products", productChanges.createDigitalProduct),
  change("/digital_products/:product", productChanges.updateDigitalProduct),
  remove("/digital_products/:product", productStates.deleteDigitalProduct),
  act("/digital_products/:product/publish", productStates.publishDigitalProduct),
  act("/digital_products/:product/archive", productStates.archiveDigitalProduct),
  create("/digital_products/:product/files", productFiles.addDigitalProductFile),
  remove("/digital_products/:product/files/:fileId", productFiles.removeDigitalProductFile),
  read("/digital_products/:product/grants", productGrants.listDigitalProductGrants),
  bulk("/digital_products/:product/grants", productGrants.grantDigitalProduct),
  remove("/digital_product_grants/:id", productGrants.revokeDigitalProductGrant),
];
