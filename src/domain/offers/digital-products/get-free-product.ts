import * as z from "zod";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { findProduct } from "./queries.ts";
import { giveProduct, grantedEvent } from "./grants.ts";

/** Gives the signed-in member a free product. Throws `not_found`, `invalid_state` (not free) and `rate_limited`. */
export const getFreeProduct = operation({
  name: "getFreeProduct",
  summary: "Get a free digital product",
  writes: { only: ["session"] },
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
