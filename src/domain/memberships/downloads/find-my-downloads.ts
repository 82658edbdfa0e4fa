import * as z from "zod";
import { isViewed, memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { findIncludedProduct } from "#domain/memberships/subscriptions/benefits.ts";
import {
  filesOfProducts,
  findAcquiredProduct,
  remainingDownloads,
} from "#domain/offers/digital-products/acquired-products.ts";
import { downloadLink, includedDownloadLink } from "#domain/offers/digital-products/download-link.ts";

/** The visitor's files of a product, with links that are valid for 10 minutes. */
export const findMyDownloads = operation({
  name: "findMyDownloads",
  summary: "List the visitor's files of a digital product",
  reads: forAnyone,
  input: z.object({ productId: Id("digitalProduct") }),
  output: z.object({
    /** Null if the visitor does not have the product. */
    files: z.array(z.object({ name: z.string(), byteSize: z.number(), url: z.string().nullable() })).nullable(),
    /** `membership`: the visitor can download it while a membership includes it. Null without access. */
    source: z.enum(["grant", "membership"]).nullable(),
  }),
  async run(context, { productId }) {
    const memberId = memberOf(context.caller);
    const link = memberId === null ? undefined : await findLink(context, { memberId, productId });
    if (!link) return { files: null, source: null };
    const files = (await filesOfProducts(context, [productId])).get(productId) ?? [];
    return {
      files: files.map(({ id, name, byteSize }) => ({
        name,
        byteSize,
        url: isViewed(context.caller) ? null : link.of(id),
      })),
      source: link.source,
    };
  },
});

/** Prefers a grant, unless it has ended or has no downloads left and a membership includes the product. */
async function findLink(context: Context, key: { memberId: string; productId: string }) {
  const grant = await findAcquiredProduct(context, key);
  const isValid = grant !== undefined && (grant.expiresAt === null || grant.expiresAt > context.now);
  const isUsable = isValid && remainingDownloads(grant) !== 0;
  const included = isUsable ? undefined : await findIncludedProduct(context, key);
  if (included) {
    const of = (fileId: string): string | null => includedDownloadLink(context, included.subscriptionId, fileId);
    return { source: "membership" as const, of };
  }
  return isValid
    ? { source: "grant" as const, of: (fileId: string) => downloadLink(context, grant, fileId) }
    : undefined;
}
