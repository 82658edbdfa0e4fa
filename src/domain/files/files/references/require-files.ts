import { table } from "#database/table/table.ts";
import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import type { Seo } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { throwErrors } from "#domain/platform/problem.ts";
import type { Visibility } from "#domain/files/files/file.ts";
import { ownFiles } from "../queries.ts";

/** A file reference and its location in the input. */
export interface NamedFile {
  id: string;
  pointer: string;
  /** The use of the file. Undefined for downloads, which can be anything. */
  use?: Use;
}

/** Uses that browsers show for some media types only. */
const uses = {
  captions: {
    types: /^text\/vtt$/,
    expected:
      "Captions must be WebVTT, or SRT in UTF-8 that was uploaded with the purpose lecture_media, with times like 00:01.000 --> 00:02.000.",
  },
  media: { types: /^(?:audio|video)\/|mpegurl$/, expected: "The file of a video or audio must be a video or audio." },
  attachedPicture: {
    types: /^(?!image\/(?:heic|tiff)$)/,
    expected: "Most browsers do not show this picture. Export it as JPEG, or attach it with the kind file.",
  },
  picture: {
    types: /^image\/(?!heic$|tiff$)/,
    expected: "The file must be an image that browsers show. TIFF is converted if its purpose is course_cover or page.",
  },
} as const;

type Use = keyof typeof uses;

/** Returns why browsers cannot show a file of this type in this way; undefined if they can. */
export const whyUnusable = (use: Use, contentType: string): string | undefined =>
  uses[use].types.test(contentType) ? undefined : `${uses[use].expected} It is ${contentType}.`;

/** Throws if a file does not exist or the caller cannot use it. Locks the files against deletion. */
export async function requireFiles(context: Context, named: readonly NamedFile[]): Promise<void> {
  await findNamed(context, named);
}

/**
 * Checks public image fields of a resource where a change sets another file. Rejects private files, which visitors
 * could not see.
 */
export async function requireNewFiles<Field extends string>(
  context: Context,
  fields: readonly Field[],
  input: Partial<Record<Field, string | null | undefined>>,
  existing?: Record<Field, string | null>,
): Promise<void> {
  const named = fields.flatMap((field) => {
    const id = input[field];
    return id && id !== existing?.[field] ? [{ id, pointer: `/${field}`, use: "picture" as const }] : [];
  });
  await requirePublicFiles(context, named);
}

/** Checks the preview image of a page (SEO) in the same way. */
export async function requireNewSeoImage(
  context: Context,
  { seo }: { seo?: z.output<typeof Seo> | undefined },
  existing?: { seo: z.output<typeof Seo> },
): Promise<void> {
  const id = seo?.imageFileId;
  if (id && id !== existing?.seo.imageFileId) {
    await requirePublicFiles(context, [{ id, pointer: "/seo/imageFileId", use: "picture" }]);
  }
}

export async function requirePublicFiles(context: Context, named: readonly NamedFile[]): Promise<void> {
  const imageFiles = await findNamed(context, named);
  const hidden = named.filter(({ id }) => imageFiles.get(id)?.visibility === "private");
  refuse(hidden, "not_public", (id) => `The file ${id} is private. Upload it with the visibility public.`);
}

/** Filters ids to existing public files and locks them against deletion. */
export async function shownAmong(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const files = await lockFiles(context, ids);
  return new Set([...files].flatMap(([id, { visibility }]) => (visibility === "public" ? [id] : [])));
}

/** The properties of a file on which references depend. */
interface LockedFile {
  visibility: Visibility;
  contentType: string;
}

async function findNamed(context: Context, named: readonly NamedFile[]): Promise<Map<string, LockedFile>> {
  const ids = named.map(({ id }) => id);
  const files = await lockFiles(context, ids);
  const missing = named.filter(({ id }) => !files.has(id));
  refuse(missing, "not_found", (id) => `No file has the ID ${id}.`);
  throwErrors(
    named.flatMap(({ id, pointer, use }) => {
      const { contentType = "" } = files.get(id) ?? {};
      if (!use || uses[use].types.test(contentType)) return [];
      const detail = `${uses[use].expected} ${formatId("file", id)} is ${contentType}.`;
      return [{ pointer, code: "unsupported_media", detail }];
    }),
  );
  return files;
}

async function lockFiles(context: Context, ids: readonly string[]): Promise<Map<string, LockedFile>> {
  if (ids.length === 0) return new Map();
  const { db, site } = context;
  const files = await db.many<LockedFile & { id: string }>`
    select files.id, files.visibility, files.content_type from ${table("files").withIds(site.id, ids)}
     where ${table("files").present}
       and ${ownFiles(context)}
       for key share`;
  return new Map(files.map((file) => [file.id, file]));
}

function refuse(named: readonly NamedFile[], code: string, detailOf: (id: string) => string): void {
  throwErrors(named.map(({ id, pointer }) => ({ pointer, code, detail: detailOf(formatId("file", id)) })));
}
