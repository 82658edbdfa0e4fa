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
  const stored = await lockDocument(context, fetched.clientId);
  if (!stored) return introduce(context, fetched);
  // Another process has stored a newer copy.
  if (stored.documentFetchedAt > fetched.fetchedAt) return;
  await keepDocument(context, stored.id, fetched);
  if (isSame(stored, fetched)) return;

  const { document } = fetched;
  const { review, reviewedRedirectsDigest: reviewed } = stored;
  const reviewEnds = review !== null && (reviewed === null || !redirectsDigest(document).equals(reviewed));
  await changeDocumentClient(context, stored.id, document);
  if (reviewEnds) await changeReview(context, stored, unreviewed);
  await audit(context, "changeClientDocument", stored.id, { ...document, ...(reviewEnds && { reviewEnds }) });
}

async function introduce(context: Context, fetched: Fetched): Promise<void> {
  const id = newId();
  const inserted = await insertDocument(context, id, fetched, unreviewed);
  if (inserted) await audit(context, "registerClient", id, { metadataUrl: fetched.clientId, ...fetched.document });
}

const isSame = (stored: DocumentRecord, { document }: Fetched) =>
  stored.name === document.name &&
  isDeepStrictEqual(stored.redirectUris, document.redirectUris) &&
  isDeepStrictEqual(stored.postLogoutRedirectUris, document.postLogoutRedirectUris);

const audit = (context: Context, action: string, clientId: string, details: Record<string, unknown>) =>
  recordAudit(context, action, aboutClient(clientId, details));
