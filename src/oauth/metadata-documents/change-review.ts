import type { Context } from "#domain/platform/context.ts";
import { endGrantsOf } from "../clients/end-grants.ts";
import { changeDocumentClient, type DocumentRecord } from "./queries.ts";
import type { Reviewed } from "./review.ts";

/**
 * Sets the review of a client. Requires a transaction. A new audience ends all grants, because no member has consented
 * to it yet.
 */
export async function changeReview(context: Context, client: DocumentRecord, reviewed: Reviewed): Promise<void> {
  await changeDocumentClient(context, client.id, { ...reviewed });
  if (reviewed.audience !== client.audience) await endGrantsOf(context, client.id);
}
