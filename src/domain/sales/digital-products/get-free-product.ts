import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { filesOfProducts, findAcquiredProduct } from "./acquired-products.ts";
import { downloadLink } from "./download-link.ts";
import { giveProduct, grantedEvent } from "./give-product.ts";
import { findProduct } from "./queries.ts";

/** Gives the signed-in member a free product. Throws `not_found`, `invalid_state` (not free) and `rate_limited`. */
export const getFreeProduct = operation({
  name: "getFreeProduct",
  summary: "Get a free digital product",
  access: { only: ["session"] },
  writes: true,
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: z.object({ id: Id("digitalProductGrant"), productId: Id("digitalProduct"), created: z.boolean() }),
  prepare: limitOwnRequests,
  async run(context, { product: reference }) {
    const { memberId } = requireSession(context);
    const product = await findProduct(context, reference);
    if (product?.status !== "published") throw resourceNotFound("digitalProduct", reference);
    if (product.priceAmount) throw new Problem("invalid_state", "This product is not free.", { allowed: [] });
    const grant = await giveProduct(context, product.id, { memberId, source: "purchase" });
    return new Outcome(grant, { changed: grant.created });
  },
  audit: (_input, { id, productId }) =>
    about("digitalProduct", productId, { grant: formatId("digitalProductGrant", id) }),
  event: (_input, { id }) => grantedEvent(id),
});

/** The visitor's files of a product, with links that are valid for 10 minutes. */
export const findMyDownloads = operation({
  name: "findMyDownloads",
  summary: "List the visitor's files of a digital product",
  access: forAnyone,
  writes: false,
  input: z.object({ productId: Id("digitalProduct") }),
  output: z.object({
    /** Null if the visitor does not have the product. */
    files: z.array(z.object({ name: z.string(), byteSize: z.number(), url: z.string().nullable() })).nullable(),
  }),
  async run(context, { productId }) {
    const memberId = memberOf(context.caller);
    const own = memberId === null ? undefined : await findAcquiredProduct(context, { memberId, productId });
    if (!own || (own.expiresAt !== null && own.expiresAt <= context.now)) return { files: null };
    const files = (await filesOfProducts(context, [productId])).get(productId) ?? [];
    return {
      files: files.map(({ id, name, byteSize }) => ({ name, byteSize, url: downloadLink(context, own, id) })),
    };
  },
});
