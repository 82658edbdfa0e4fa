import type { Context } from "#domain/platform/context.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type AcquiredProduct, remainingDownloads } from "./acquired-products.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

const lifetime = 10 * 60_000;

type Grant = Pick<AcquiredProduct, "id" | "expiresAt" | "downloads" | "downloadLimit">;

type Signing = Pick<Context, "site" | "now" | "storage">;

/**
 * Returns a signed download link that is valid for 10 minutes, or until the grant ends, and counts against the
 * grant's limit. Null if no downloads are left or the grant has expired.
 */
export function downloadLink(context: Signing, grant: Grant, fileId: string): string | null {
  if (remainingDownloads(grant) === 0 || (grant.expiresAt && grant.expiresAt <= context.now)) return null;
  return linkTo(context, `/downloads/${formatId("digitalProductGrant", grant.id)}`, grant.id, fileId);
}

/**
 * Returns a signed download link for a product that a membership includes. It is valid for 10 minutes, or until the
 * subscription ends, and has no limit.
 */
export const includedDownloadLink = (context: Signing, subscriptionId: string, fileId: string): string =>
  linkTo(context, `/downloads/memberships/${formatId("subscription", subscriptionId)}`, subscriptionId, fileId);

function linkTo(context: Signing, path: string, entitlementId: string, fileId: string): string {
  const { site, now } = context;
  const expires = String(now.getTime() + lifetime);
  const signature = sign(storageOf(context).key, site.id, entitlementId, fileId, expires).toString("base64url");
  return `${site.origin}${path}/${formatId("file", fileId)}?expires=${expires}&signature=${signature}`;
}

/** A link to a file, signed for a grant or for a subscription. */
interface SignedLink {
  entitlementId: string;
  fileId: string;
  expires: string;
  signature: string;
}

/** Returns the expiry time of a link, or undefined if its signature is invalid or it has expired. */
export function endOfLink(
  context: Signing,
  { entitlementId, fileId, expires, signature }: SignedLink,
): Date | undefined {
  const { site, now } = context;
  if (!/^\d{1,14}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return undefined;
  const input = Buffer.from(signature, "base64url");
  const macOf = (key: Buffer) => sign(key, site.id, entitlementId, fileId, expires);
  if (!isGenuine(storageOf(context).key, input, macOf)) return undefined;
  return Number(expires) > now.getTime() ? new Date(Number(expires)) : undefined;
}

const sign = (key: Buffer, siteId: string, entitlementId: string, fileId: string, expires: string): Buffer =>
  macOf(key, `download\n${siteId}\n${entitlementId}\n${fileId}\n${expires}`);
