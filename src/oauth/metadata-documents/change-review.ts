import type { Context } from "#domain/platform/context.ts";
import { endGrantsOf } from "../clients/end-grants.ts";
import { changeDocumentClient, type DocumentRecord } from "./queries.ts";
import type { Reviewed } from "./review.ts";

/**
 * Gives a client another review; for a transaction. For another audience people have allowed it nothing yet, so that
 * every grant ends with the old one.
 */
export async function changeReview(context: Context, client: DocumentRecord, reviewed: Reviewed): Promise<void> {
  await changeDocumentClient(context, client.id, { ...reviewed });
  if (reviewed.audience !== client.audience) await endGrantsOf(context, client.id);
}
