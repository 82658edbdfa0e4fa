import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";
import type { FileRow } from "./file.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

const hour = 3_600_000;

export const publicFileUrl = ({ origin }: Context["site"], fileId: string | null): string | null =>
  fileId === null ? null : `${origin}/files/${formatId("file", fileId)}`;

/**
 * Returns the public URL of a file. Private files get an expiry and a signature, valid for one to two hours. All
 * requests within an hour get the same URL, so that caches can reuse it.
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

/** Returns whether this server signed the URL of the file and it has not expired. */
export function isSigned(
  context: Pick<Context, "site" | "now" | "storage">,
  fileId: string,
  { expires = "", signature = "" }: { expires?: string | undefined; signature?: string | undefined },
): boolean {
  const { site, now } = context;
  if (!/^\d{1,12}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false;
  const input = Buffer.from(signature, "base64url");
  const hasSignature = isGenuine(storageOf(context).key, input, (key) => sign(key, site.id, fileId, expires));
  return hasSignature && Number(expires) * 1000 > now.getTime();
}

/** The signature covers the site and the file. It also fits variants, which reveal no more than the file. */
const sign = (key: Buffer, siteId: string, fileId: string, expires: string): Buffer =>
  macOf(key, `file\n${siteId}\n${fileId}\n${expires}`);

/** A file of a submission or of a form response. It belongs to exactly one of them. */
export const SubmissionFile = z
  .object({
    id: Id("file"),
    filename: untrusted(z.string()),
    contentType: z.string().meta({ description: "Detected from the content" }),
    byteSize: z.number().int().min(0),
    url: untrusted(z.string().meta({ description: "Signed, valid for at least one hour" })),
  })
  .meta({ id: "SubmissionFile" });

type StoredFile = Omit<z.output<typeof SubmissionFile>, "url">;

/** Adds an address to each file. The caller must have checked access to the resource that the files belong to. */
export const addressed = (context: Pick<Context, "site" | "now" | "storage">, files: readonly StoredFile[]) =>
  files.map((file) => ({ ...file, url: fileAddress(context, { id: file.id, visibility: "private" }) }));
