import * as z from "zod";
import { findFile } from "#domain/content/files/queries.ts";
import type { FileRow } from "#domain/content/files/file.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { type OutboxEvent, recordEvent } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endOfLink } from "./download-link.ts";
import { beginDownload, lockDownload } from "./download-queries.ts";

/**
 * Downloads a file by bearer link: the signature authorizes the download for one grant, and every first use counts
 * against its limit.
 */
export const downloadProductFile = operation({
  name: "downloadProductFile",
  summary: "Download a product file by a signed link",
  description: "A link counts as one download, however often it is used.",
  access: forAnyone,
  writes: true,
  input: z.object({
    grantId: Id("digitalProductGrant"),
    fileId: Id("file"),
    expires: z.string().max(20).default(""),
    signature: z.string().max(100).default(""),
  }),
  output: z.custom<FileRow>(),
  async run(context, link) {
    const { grantId, fileId } = link;
    const endsAt = endOfLink(context, link);
    const file = endsAt && (await findFile(context, fileId));
    const existing = file && (await lockDownload(context, grantId, fileId, context.now));
    // Does not reveal whether the file exists.
    if (!endsAt || !existing)
      throw new Problem(
        "not_found",
        "This link is invalid or has expired. Get a new link from the page where you found it.",
      );
    const begun = await beginDownload(context, { grantId, fileId, endsAt }, existing);
    if (begun === "used_up") {
      throw new Problem("invalid_state", "No downloads of this product are left. Ask the school for more.");
    }
    if (begun === "counted") await recordEvent(context, downloadEvent({ ...existing, grantId, fileId }));
    return file;
  },
  version: ({ version }) => version,
});

/** Event for a started download. */
function downloadEvent(of: { grantId: string; productId: string; memberId: string; fileId: string }): OutboxEvent {
  const grant = formatId("digitalProductGrant", of.grantId);
  return {
    type: "digital_product.downloaded",
    objectId: grant,
    data: {
      object: "download",
      grant_id: grant,
      product_id: formatId("digitalProduct", of.productId),
      member_id: formatId("member", of.memberId),
      file_id: formatId("file", of.fileId),
    },
  };
}
