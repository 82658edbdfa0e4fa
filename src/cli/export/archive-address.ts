import { fileURLToPath } from "node:url";
import { isStoreUrl } from "#lib/objects/open-store.ts";
import { UsageError } from "../terminal/errors.ts";

/** Returns the path or the `s3://…` address of an archive that an argument names. */
export function archiveAddress(text: string): string {
  if (!text.includes("://")) return text;
  if (isStoreUrl(text)) return text.startsWith("file:") ? fileURLToPath(text) : text;
  throw new UsageError("Expected a path, or s3://key:secret@bucket/path?region=…&endpoint=…");
}
