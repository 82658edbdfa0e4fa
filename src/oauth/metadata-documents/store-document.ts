import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { aboutClient } from "../clients/about-client.ts";
import { changeReview } from "./change-review.ts";
import {
  changeDocumentClient,
  type DocumentRecord,
  type Fetched,
  insertDocument,
  keepDocument,
  lockDocument,
} from "./queries.ts";
import { redirectsDigest, unreviewed } from "./review.ts";

/**
 * Writes down what a document says by now; for a transaction. One that names other redirect URIs than those that were
 * reviewed is unreviewed again: what is trusted is where people are sent, not the name.
 */
export async function storeDocument(context: Context, fetched: Fetched): Promise<void> {
  const known = await lockDocument(context, fetched.clientId);
  if (!known) return introduce(context, fetched);
  // Another process has read it later than this one.
  if (known.documentFetchedAt > fetched.fetchedAt) return;
  await keepDocument(context, known.id, fetched);
  if (isSame(known, fetched)) return;

  const { document } = fetched;
  const reviewEnds = known.review !== null && !redirectsDigest(document).equals(known.reviewedRedirectsDigest!);
  await changeDocumentClient(context, known.id, document);
  if (reviewEnds) await changeReview(context, known, unreviewed);
  await audit(context, "changeClientDocument", known.id, { ...document, ...(reviewEnds && { reviewEnds }) });
}

async function introduce(context: Context, fetched: Fetched): Promise<void> {
  const id = newId();
  const inserted = await insertDocument(context, id, fetched, unreviewed);
  if (inserted) await audit(context, "registerClient", id, { metadataUrl: fetched.clientId, ...fetched.document });
}

const isSame = (known: DocumentRecord, { document }: Fetched) =>
  known.name === document.name &&
  isDeepStrictEqual(known.redirectUris, document.redirectUris) &&
  isDeepStrictEqual(known.postLogoutRedirectUris, document.postLogoutRedirectUris);

const audit = (context: Context, action: string, clientId: string, details: Record<string, unknown>) =>
  recordAudit(context, action, aboutClient(clientId, details));
