import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { Changed } from "#domain/platform/merge-patch/compute-patch.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import {
  AccessRule,
  ExternalId,
  Html,
  Markdown,
  Metadata,
  Money,
  moneyOf,
  Name,
  Slug,
  Tags,
} from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";

export const productStatuses = ["draft", "published", "archived"] as const;

/** Excludes access until a fixed date, which digital products do not support. */
const [lifetime, days] = AccessRule.options;
const Keeping = z.discriminatedUnion("kind", [lifetime, days]);

export const writableProduct = {
  name: Name,
  slug: Slug,
  descriptionMarkdown: Markdown,
  /** Null if the product is free. */
  price: Money.nullable(),
  compareAtPrice: Money.nullable(),
  access: Keeping,
  downloadLimit: z.number().int().min(1).max(10_000).nullable(),
  license: trimmed().max(5000).nullable(),
  coverFileId: Id("file").nullable(),
  tags: Tags,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

export const ProductFile = z
  .object({ fileId: Id("file"), name: z.string(), byteSize: z.number().int().min(0) })
  .meta({ id: "DigitalProductFile" });
export type ProductFile = z.output<typeof ProductFile>;

/** Downloadable files that are sold or granted. */
export const DigitalProduct = versionedResource("digitalProduct", {
  ...writableProduct,
  descriptionHtml: Html,
  status: z.enum(productStatuses),
  coverUrl: z.string().nullable(),
  soldCount: z.number().int().min(0),
  publishedAt: Instant.nullable(),
  /** Public address of the product page. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const DigitalProductSummary = DigitalProduct.omit({ descriptionMarkdown: true, descriptionHtml: true }).meta({
  id: "DigitalProductSummary",
});

export const NewDigitalProduct = z.object(writableProduct).partial().required({ name: true });
export type NewDigitalProduct = z.output<typeof NewDigitalProduct>;

export const DigitalProductChanges = patchSchemaOf(writableProduct);
export type ChangedProduct = Changed<typeof writableProduct>;

/** A stored product. */
export interface ProductRow extends Omit<
  z.output<typeof DigitalProduct>,
  "object" | "coverUrl" | "url" | "price" | "compareAtPrice"
> {
  priceAmount: number | null;
  priceCurrency: string | null;
  compareAtAmount: number | null;
  version: number;
  deletedAt: Date | null;
}

export type ListedProduct = Omit<ProductRow, "descriptionMarkdown" | "descriptionHtml" | "deletedAt">;

/** Serializes a product and adds the fields derived from its row and the site. */
export function serializeProduct<Row extends ListedProduct>({ site }: Pick<SiteScope, "site">, row: Row) {
  const { priceAmount, priceCurrency, compareAtAmount, ...product } = row;
  return {
    ...product,
    object: "digital_product" as const,
    price: moneyOf(priceAmount, priceCurrency),
    compareAtPrice: moneyOf(compareAtAmount, priceCurrency),
    coverUrl: row.coverFileId === null ? null : `${site.origin}/files/${formatId("file", row.coverFileId)}`,
    url: `${site.origin}/digital-products/${row.slug}`,
  };
}

/** A member's access to a digital product. */
export const DigitalProductGrant = resourceSchema("digitalProductGrant", {
  productId: Id("digitalProduct"),
  memberId: Id("member"),
  /** Null without `members:read` or `students:read`. */
  person: z.object({ email: z.string(), name: z.string().nullable() }).nullable(),
  source: z.enum(["purchase", "manual", "membership", "import"]),
  grantedAt: Instant,
  expiresAt: Instant.nullable(),
  downloads: z.number().int().min(0),
  createdAt: Instant,
  updatedAt: Instant,
});

export interface GrantRow extends Omit<z.output<typeof DigitalProductGrant>, "object" | "person"> {
  email: string;
  name: string | null;
  version: number;
}
