import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { FileRow } from "./file.ts";
import { storageOf } from "./storage.ts";

const hour = 3_600_000;

/** The URL of a public file. */
export const publicFileUrl = ({ origin }: Context["site"], fileId: string | null): string | null =>
  fileId === null ? null : `${origin}/files/${formatId("file", fileId)}`;

/**
 * Where browsers find a file. The address of a private one carries until when it is good, and a signature: for an hour
 * at least, two at most, and the same for all who ask within an hour, so that caches know it again.
 */
export function fileAddress(
  context: Pick<Context, "site" | "now" | "storage">,
  file: Pick<FileRow, "id" | "visibility">,
  variant?: string,
): string {
  const { site, now } = context;
  const path = `/files/${formatId("file", file.id)}${variant === undefined ? "" : `/${variant}`}`;
  if (file.visibility === "public") return `${site.origin}${path}`;
  const expires = String((Math.ceil(now.getTime() / hour) * hour + hour) / 1000);
  const signature = sign(storageOf(context).key, site.id, file.id, expires).toString("base64url");
  return `${site.origin}${path}?expires=${expires}&signature=${signature}`;
}

/** Whether an address of this file was signed here, and is good still. */
export function isSigned(
  context: Pick<Context, "site" | "now" | "storage">,
  fileId: string,
  { expires = "", signature = "" }: { expires?: string | undefined; signature?: string | undefined },
): boolean {
  const { site, now } = context;
  if (!/^\d{1,12}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false;
  const signed = sign(storageOf(context).key, site.id, fileId, expires);
  return timingSafeEqual(Buffer.from(signature, "base64url"), signed) && Number(expires) * 1000 > now.getTime();
}

/** Bound to the site; a variant shows no more than the file itself. */
const sign = (key: Buffer, siteId: string, fileId: string, expires: string): Buffer =>
  createHmac("sha256", key).update(`file\n${siteId}\n${fileId}\n${expires}`).digest();
