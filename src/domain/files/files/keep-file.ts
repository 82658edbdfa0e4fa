import { sql } from "#database/statements/sql.ts";
import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import type { StoredContent } from "./content.ts";
import { type FileRow, type Purpose, type Visibility, visibilityFor } from "./file.ts";
import { claimObjects, releaseObjects } from "#domain/platform/storage/objects.ts";
import { findFile, insertFile, deleteFileRow, lockFile } from "./queries.ts";

interface FileFields {
  filename: string;
  purpose: Purpose;
  visibility?: Visibility | undefined;
  externalId?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
  /** The member who uploaded it. Defaults to the caller. */
  uploadedBy?: string | undefined;
}

/** Creates a file from stored content, in the caller's transaction. */
export async function keepFile(context: Context, fields: FileFields, content: StoredContent): Promise<FileRow> {
  const { filename, purpose, visibility = visibilityFor(purpose), externalId = null, metadata = {} } = fields;
  await requireUnusedExternalId(context, { table: sql`files`, what: "file" }, externalId);
  await claimObjects(context, objectsOf(content));
  const id = newId();
  const memberId = fields.uploadedBy ?? memberOf(context.caller);
  const file = {
    id,
    filename: nameOf(filename, content),
    purpose,
    visibility,
    externalId,
    metadata,
    memberId,
    ...content,
  };
  await insert(context, file);
  return mustExist(findFile(context, id));
}

/** Creates files from stored contents, in the caller's transaction. Returns their IDs in the same order. */
export async function keepFiles(
  context: Context,
  files: readonly { filename: string; purpose: Purpose; content: StoredContent }[],
): Promise<string[]> {
  await claimObjects(
    context,
    files.flatMap(({ content }) => objectsOf(content)),
  );
  const memberId = memberOf(context.caller);
  const ids: string[] = [];
  for (const { filename, purpose, content } of files) {
    const about = {
      id: newId(),
      filename: nameOf(filename, content),
      purpose,
      visibility: visibilityFor(purpose),
      memberId,
    };
    await insert(context, { ...about, externalId: null, metadata: {}, ...content });
    ids.push(about.id);
  }
  return ids;
}

/** Endings of files that are stored in another format than they were sent, by the format. */
const converted: Readonly<Record<string, [from: RegExp, to: string]>> = {
  "text/vtt": [/\.srt$/i, ".vtt"],
  "image/jpeg": [/\.tiff?$/i, ".jpg"],
  "image/png": [/\.tiff?$/i, ".png"],
};

function nameOf(filename: string, { contentType }: StoredContent): string {
  const [from, to] = converted[contentType] ?? [];
  return from && to !== undefined ? filename.replace(from, to) : filename;
}

async function insert(context: Context, file: Parameters<typeof insertFile>[1]): Promise<void> {
  if (await insertFile(context, file, context.now)) return;
  throw new RetryableProblem("conflict", "The same file was added concurrently. Try again.");
}

/** Returns all stored objects of a file. */
export const objectsOf = ({ objectId, variants }: Pick<FileRow, "objectId" | "variants">): string[] => [
  objectId,
  ...variants.map((variant) => variant.objectId),
];

/** Deletes files together with their owner, in its transaction. Ignores files that are already deleted. */
export async function dropFiles(context: Pick<Context, "db" | "site" | "now">, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) {
    const file = await lockFile(context, id);
    if (!file) continue;
    await deleteFileRow(context, id, context.now);
    await releaseObjects(context, objectsOf(file), context.now);
  }
}
