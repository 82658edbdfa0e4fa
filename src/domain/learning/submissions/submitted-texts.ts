import type { Context } from "#domain/platform/context.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { readObject } from "#domain/platform/storage/objects.ts";
import type { SubmissionRow } from "./submission.ts";

/** Larger texts are downloaded, as a text of this size is enough for a page. */
const maxTextBytes = 50_000;

/** Maximum number of texts that are read for a page. */
const maxTexts = 5;

/** Reads small text files of a submission, by their IDs. */
export async function readSubmittedTexts(
  context: Context,
  files: SubmissionRow["files"],
): Promise<ReadonlyMap<string, string>> {
  const readable = files
    .filter(({ contentType, byteSize }) => contentType.startsWith("text/") && byteSize <= maxTextBytes)
    .slice(0, maxTexts);
  const read = await Promise.all(readable.map(async ({ id }) => [id, await readText(context, id)] as const));
  return new Map(read.flatMap(([id, text]) => (text === undefined ? [] : [[id, text] as const])));
}

async function readText(context: Context, fileId: string): Promise<string | undefined> {
  const file = await findFile(context, fileId);
  if (!file) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of (await readObject(context, file.objectId)) as AsyncIterable<Uint8Array>) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}
