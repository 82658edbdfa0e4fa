import { hash } from "node:crypto";
import { sql } from "#database/statements/sql.ts";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { Filename } from "#domain/files/files/file.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { uploadedPictures } from "#domain/people/members/profile/picture.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { findByExternalId } from "#domain/platform/external-ids.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readArchive } from "#lib/archive/read-archive.ts";
import { isRecord } from "#lib/json/is-record.ts";
import type { Row } from "../archive-format.ts";
import { recordResources } from "../archived-records.ts";
import { operations } from "../archived-resources.ts";
import { performOnWire, readPages } from "../read-list.ts";
import type { SiteImport } from "../site-import.ts";

/** The file is read into memory. */
const maxFileBytes = 20 * 1024 * 1024;

/** Begins the external IDs of these files, by which a repeated import finds them. */
export const archiveMarker = "archive/";

/** Lists whose rows have files that members uploaded. */
const withFiles = { submissions: operations.listSubmissions, form_submissions: recordResources.form_submissions.list };

/** The files of a submission or of a form response. */
export const filesOf = ({ files }: Row): Row[] => (Array.isArray(files) ? files.filter(isRecord) : []);

/** A row whose files have no signed addresses. */
export const withoutFileAddresses = (row: Row): Row => ({
  ...row,
  files: filesOf(row).map(({ id, filename }) => ({ id, filename })),
});

/** The IDs of files that members uploaded, whose bytes are entries of the archive. */
export async function* memberFileIds(context: RequestContext): AsyncGenerator<string> {
  for (const list of Object.values(withFiles)) {
    for await (const page of readPages(context, list)) {
      for (const row of page) for (const { id } of filesOf(row)) yield String(id);
    }
  }
  for await (const page of uploadedPictures(context)) for (const { id } of page) yield formatId("file", id);
}

interface MemberFile {
  filename: string;
  /** The member whose picture it is. Undefined: a file of a submission or a form response. */
  memberId?: string;
}

/** Stores the files that members uploaded. Types are detected again, images encoded again. */
export async function importMemberFiles(run: SiteImport): Promise<void> {
  const missing = await missingFiles(run);
  if (missing.size === 0) return;
  for await (const { entry } of readArchive(await run.archive.open())) {
    const id = entry.name.startsWith("files/") ? entry.name.slice("files/".length) : "";
    const file = missing.get(id);
    if (!file) continue;
    missing.delete(id);
    const bytes = await entry.read(maxFileBytes);
    try {
      run.ids.set(id, formatId("file", await store(run.context, file, { id, bytes })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      run.report(`files ${JSON.stringify(file.filename)}`, error.message, error.code);
    }
  }
}

/** Returns the files that the site lacks, by their IDs in the archive, and learns the IDs of the others. */
async function missingFiles({ archive, context, ids }: SiteImport): Promise<Map<string, MemberFile>> {
  const missing = new Map<string, MemberFile>();
  const add = async (id: unknown, file: MemberFile) => {
    const existing = await findByExternalId(context, sql`files`, `${archiveMarker}${String(id)}`);
    if (existing) ids.set(id, formatId("file", existing.id));
    else missing.set(String(id), file);
  };
  for (const name of Object.keys(withFiles)) {
    for await (const row of archive.rows(name)) {
      for (const { id, filename } of filesOf(row)) {
        await add(id, { filename: Filename.safeParse(filename).data ?? "file" });
      }
    }
  }
  for await (const { id, picture_file_id: picture } of archive.rows("members")) {
    const memberId = parseId("member", ids.get(id) ?? "");
    // Pictures of the library are imported with it.
    if (typeof picture === "string" && !ids.has(picture) && memberId !== undefined) {
      await add(picture, { filename: "picture", memberId });
    }
  }
  return missing;
}

async function store(
  context: RequestContext,
  { filename, memberId }: MemberFile,
  { id, bytes }: { id: string; bytes: Buffer },
): Promise<string> {
  const purpose = memberId === undefined ? "submission" : "profile_picture";
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), purpose);
  const fields = { filename, purpose, uploadedBy: memberId, externalId: `${archiveMarker}${id}` } as const;
  const file = await context.db.transaction((db) => keepFile({ ...context, db }, fields, content));
  return file.id;
}

/** Gives members their pictures. A member with another picture is reported, and keeps it. */
export async function importPictures(run: SiteImport): Promise<void> {
  for await (const archived of run.archive.rows("members")) {
    const { id, picture_file_id: picture, email } = await run.ids.translate(archived);
    if (typeof picture !== "string" || !run.ids.has(archived["id"]) || !run.ids.has(archived["picture_file_id"]))
      continue;
    const here = await performOnWire(run.context, operations.getMember, { id });
    if (here["picture_file_id"] === picture) continue;
    if (here["picture_file_id"] !== null) {
      run.report(
        `members ${JSON.stringify(email)}`,
        "The member has another picture here. It was not changed.",
        "conflict",
      );
      continue;
    }
    await run.attempt("members", archived, () =>
      performOnWire(run.context, operations.updateMember, { id, picture_file_id: picture }),
    );
  }
}
