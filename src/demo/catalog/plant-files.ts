import { hash } from "node:crypto";
import { contentOf, storeContent } from "#domain/content/files/content.ts";
import type { Purpose } from "#domain/content/files/file.ts";
import { keepFile } from "#domain/content/files/keep-file.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Planting } from "../planting.ts";

/** Stores a generated file and returns its ID in wire format. */
export async function plantFile(
  { context }: Planting,
  file: { filename: string; purpose: Purpose; bytes: Buffer | string },
): Promise<string> {
  const { filename, purpose } = file;
  const bytes = Buffer.from(file.bytes);
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), purpose);
  return formatId("file", (await keepFile(context, { filename, purpose }, content)).id);
}
