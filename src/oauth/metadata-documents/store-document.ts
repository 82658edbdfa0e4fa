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
 * Stores a fetched document. Requires a transaction. Other redirect URIs than the reviewed ones void the review: trust
 * is in the redirect targets, not in the name.
 */
export async function storeDocument(context: Context, fetched: Fetched): Promise<void> {
  const known = await lockDocument(context, fetched.clientId);
  if (!known) return introduce(context, fetched);
  // Another process has stored a newer copy.
  if (known.documentFetchedAt > fetched.fetchedAt) return;
  await keepDocument(context, known.id, fetched);
  if (isSame(known, fetched)) return;

  const { document } = fetched;
  const { review, reviewedRedirectsDigest: reviewed } = known;
  const reviewEnds = review !== null && (reviewed === null || !redirectsDigest(document).equals(reviewed));
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
