import { createHmac } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { storageOf } from "#domain/content/files/storage.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type AcquiredProduct, remainingDownloads } from "./acquired-products.ts";
import { isGenuine } from "#lib/previous-keys.ts";

const lifetime = 10 * 60_000;

type Grant = Pick<AcquiredProduct, "id" | "expiresAt" | "downloads" | "downloadLimit">;

/**
 * Returns a signed download link that is valid for 10 minutes, or until the grant ends, and counts against the
 * grant's limit. Null if no downloads are left or the grant has expired.
 */
export function downloadLink(
  context: Pick<Context, "site" | "now" | "storage">,
  grant: Grant,
  fileId: string,
): string | null {
  const { site, now } = context;
  if (remainingDownloads(grant) === 0 || (grant.expiresAt && grant.expiresAt <= now)) return null;
  const expires = String(now.getTime() + lifetime);
  const signature = sign(storageOf(context).key, site.id, grant.id, fileId, expires).toString("base64url");
  const path = `/downloads/${formatId("digitalProductGrant", grant.id)}/${formatId("file", fileId)}`;
  return `${site.origin}${path}?expires=${expires}&signature=${signature}`;
}

/** Returns the expiry time of a link, or undefined if its signature is invalid or it has expired. */
export function endOfLink(
  context: Pick<Context, "site" | "now" | "storage">,
  { grantId, fileId, expires, signature }: { grantId: string; fileId: string; expires: string; signature: string },
): Date | undefined {
  const { site, now } = context;
  if (!/^\d{1,14}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return undefined;
  const input = Buffer.from(signature, "base64url");
  const macOf = (key: Buffer) => sign(key, site.id, grantId, fileId, expires);
  if (!isGenuine(storageOf(context).key, input, macOf)) return undefined;
  return Number(expires) > now.getTime() ? new Date(Number(expires)) : undefined;
}

const sign = (key: Buffer, siteId: string, grantId: string, fileId: string, expires: string): Buffer =>
  createHmac("sha256", key).update(`download\n${siteId}\n${grantId}\n${fileId}\n${expires}`).digest();
