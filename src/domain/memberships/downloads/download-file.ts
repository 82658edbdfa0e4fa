import * as z from "zod";
import { findFile } from "#domain/files/files/queries.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endOfLink } from "#domain/offers/digital-products/download-link.ts";
import { beginDownload, beginIncludedDownload, findIncludedDownload, lockDownload } from "./queries.ts";

const signed = {
  fileId: Id("file"),
  expires: z.string().max(20).default(""),
  signature: z.string().max(100).default(""),
};

/**
 * Downloads a file by bearer link: the signature authorizes the download for one grant, and every first use counts
 * against its limit.
 */
export const downloadProductFile = operation({
  name: "downloadProductFile",
  summary: "Download a product file by a signed link",
  description: "A link counts as one download, however often it is used.",
  writes: forAnyone,
  input: z.object({ grantId: Id("digitalProductGrant"), ...signed }),
  output: z.custom<FileRow>(),
  async run(context, link) {
    const { grantId, fileId } = link;
    const endsAt = endOfLink(context, { ...link, entitlementId: grantId });
    const file = endsAt && (await findFile(context, fileId));
    const existing = file && (await lockDownload(context, grantId, fileId, context.now));
    if (!endsAt || !existing) throw invalidLink();
    const begun = await beginDownload(context, { grantId, fileId, endsAt }, existing, context.now);
    if (begun === "used_up") {
      throw new Problem("invalid_state", "No downloads of this product are left. Ask the school for more.");
    }
    const grant = formatId("digitalProductGrant", grantId);
    if (begun === "counted") {
      await recordEvent(context, downloadEvent(grant, { grant_id: grant }, { ...existing, fileId }));
    }
    return file;
  },
  version: ({ version }) => version,
  unaudited: "a read of a granted file: the grant counts it",
});

/** Downloads a file by bearer link: the signature authorizes the download for one subscription, while it lasts. */
export const downloadIncludedFile = operation({
  name: "downloadIncludedFile",
  summary: "Download a file that a membership includes by a signed link",
  writes: forAnyone,
  input: z.object({ subscriptionId: Id("subscription"), ...signed }),
  output: z.custom<FileRow>(),
  async run(context, link) {
    const { subscriptionId, fileId } = link;
    const endsAt = endOfLink(context, { ...link, entitlementId: subscriptionId });
    const file = endsAt && (await findFile(context, fileId));
    const existing = file && (await findIncludedDownload(context, subscriptionId, fileId, context.now));
    if (!endsAt || !existing) throw invalidLink();
    if (await beginIncludedDownload(context, { subscriptionId, fileId, endsAt })) {
      const subscription = formatId("subscription", subscriptionId);
      const data = { subscription_id: subscription };
      await recordEvent(context, downloadEvent(subscription, data, { ...existing, fileId }));
    }
    return file;
  },
  version: ({ version }) => version,
  unaudited: "a read of a file that a membership includes",
});

/** Does not reveal whether the file exists. */
const invalidLink = () =>
  new Problem("not_found", "This link is invalid or has expired. Get a new link from the page where you found it.");

/** Event for a started download. */
const downloadEvent = (
  objectId: string,
  entitlement: Readonly<Record<string, string>>,
  { productId, memberId, fileId }: { productId: string; memberId: string; fileId: string },
): OutboxEvent => ({
  type: "digital_product.downloaded",
  objectId,
  data: {
    object: "download",
    ...entitlement,
    product_id: formatId("digitalProduct", productId),
    member_id: formatId("member", memberId),
    file_id: formatId("file", fileId),
  },
});
