import { createHash, hash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { sql } from "#database/statements/sql.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { type Content, contentOf, type StoredContent, storeContent } from "#domain/files/files/content.ts";
import { Filename, type FileRow, type Purpose } from "#domain/files/files/file.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import {
  columns,
  findFile,
  lockFileIfExists,
  isManaged,
  importPrefixes,
  releaseImportId,
} from "#domain/files/files/queries.ts";
import { Problem } from "#domain/platform/problem.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { whyUnusable } from "#domain/files/files/references/require-files.ts";
import type { CourseDocument } from "./course-content.ts";
import { fileIn } from "./file-path.ts";
import type { VideoMatter } from "./course-front-matter.ts";

interface Source {
  path: string;
  filename: string;
  sha256: Buffer;
  purpose: Purpose;
  /** Content that is not yet on the site. */
  stored: StoredContent | undefined;
  /** Set once the file exists on the site. */
  id: string | undefined;
}

/** Maps the files of a course folder to files of the site. Content that the site already has is not stored again. */
export class CourseFiles {
  readonly #folder: string;
  readonly #sources = new Map<string, Source>();
  /** Images of the description. They are public, so that they stay apart from files of lectures. */
  readonly #publicSources = new Map<string, Source>();
  /** Contents of files that are not in the folder. */
  readonly #added = new Map<string, Buffer>();

  /** Paths in the folder of files that have another path in the course. */
  readonly #renamed = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds a file that the folder does not contain. */
  add(named: string, bytes: Uint8Array): void {
    this.#added.set(named, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** Gives a file of the folder another path in the course. */
  rename(named: string, file: string): void {
    this.#renamed.set(named, file);
  }

  /** Stores missing content before the transaction that creates the files. */
  async prepare(context: RequestContext, content: CourseDocument): Promise<void> {
    for (const [named, purpose] of purposesIn(content)) await this.#prepare(context, named, purpose);
  }

  /** Like `prepare`, but returns the files of unsupported types with the reason instead of failing. */
  async prepareSupported(context: RequestContext, content: CourseDocument): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    const videos = new Set(videosIn(content).flatMap(({ file }) => file ?? []));
    const pictures = new Set(picturesIn(content));
    for (const [named, purpose] of [...purposesIn(content), ...publicPurposesIn(content)]) {
      try {
        const contentType = await this.#prepare(context, named, purpose);
        const use = videos.has(named) ? "media" : pictures.has(named) ? "attachedPicture" : undefined;
        const why = use && whyUnusable(use, contentType);
        if (why !== undefined) refused.set(named, why);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "unsupported_media") throw error;
        refused.set(named, error.message);
      }
    }
    return refused;
  }

  async #prepare(context: RequestContext, named: string, purpose: Purpose): Promise<string> {
    const content = await this.#contentOf(named);
    const filename = Filename.safeParse(path.basename(named)).data ?? "file";
    const source: Source = { path: named, filename, sha256: content.sha256, purpose, stored: undefined, id: undefined };
    const existing = await findFileOf(context, source);
    if (existing) source.id = existing.id;
    else source.stored = await storeContent(context, content, purpose);
    const sources = purpose === publicPurpose ? this.#publicSources : this.#sources;
    sources.set(named, source);
    return existing?.contentType ?? source.stored?.contentType ?? "";
  }

  async #contentOf(named: string): Promise<Content> {
    const added = this.#added.get(named);
    if (added) return contentOf(added, hash("sha256", added, "buffer"));
    const file = fileIn(this.#folder, this.#renamed.get(named) ?? named);
    const digest = createHash("sha256");
    const chunks: AsyncIterable<Buffer> = createReadStream(file);
    for await (const chunk of chunks) digest.update(chunk);
    return { byteSize: statSync(file).size, sha256: digest.digest(), read: () => createReadStream(file) };
  }

  /** Returns the file ID for a path, inside the transaction. Keeps the current file if its content is the same. */
  async idOf(context: Context, named: string, existingId: string | null): Promise<string> {
    const source = mustGet(this.#sources, named);
    const existing = existingId === null ? undefined : await findFile(context, existingId);
    if (existing && (existing.sha256.equals(source.sha256) || existing.externalId === externalIdOf(source)))
      return existing.id;
    return this.#kept(context, source);
  }

  /** Returns the ID of an image of the description, inside the transaction. */
  publicIdOf(context: Context, named: string): Promise<string> {
    return this.#kept(context, mustGet(this.#publicSources, named));
  }

  async #kept(context: Context, source: Source): Promise<string> {
    // Locks the file against deletion until the text that shows it is saved.
    if (source.id !== undefined && (await lockFileIfExists(context, source.id))) return source.id;
    if (!source.stored)
      throw new Problem("conflict", `The file ${source.path} was deleted during the import. Import it again.`);
    const { filename, purpose } = source;
    const externalId = externalIdOf(source);
    await releaseImportId(context, externalId);
    const file = await keepFile(context, { filename, purpose, externalId }, source.stored);
    return (source.id = file.id);
  }
}

const publicPurpose = "page";

const publicPurposesIn = ({ descriptionImages = [] }: CourseDocument): [string, Purpose][] =>
  descriptionImages.map((image) => [image, publicPurpose]);

const videosIn = ({ sections }: Pick<CourseDocument, "sections">): VideoMatter[] =>
  sections.flatMap(({ lectures }) => lectures.flatMap(({ matter }) => matter.video ?? []));

const picturesIn = ({ sections }: CourseDocument): string[] =>
  sections.flatMap(({ lectures }) =>
    lectures.flatMap(({ matter }) =>
      matter.attachments.flatMap(({ kind, file }) => (kind === "image" && file !== null ? [file] : [])),
    ),
  );

/** If a file is referenced twice, the first reference determines its purpose. */
function purposesIn({ matter, sections }: CourseDocument): Map<string, Purpose> {
  const purposes = new Map<string, Purpose>();
  const add = (named: string | null | undefined, purpose: Purpose) => {
    if (named !== null && named !== undefined && !purposes.has(named)) purposes.set(named, purpose);
  };
  add(matter.cover, "course_cover");
  for (const { file, captions } of videosIn({ sections })) {
    add(file, "lecture_media");
    for (const caption of captions) add(caption.file, "lecture_media");
  }
  for (const { attachments } of sections.flatMap(({ lectures }) => lectures.map((lecture) => lecture.matter))) {
    for (const { file } of attachments) add(file, "attachment");
  }
  return purposes;
}

/** Identifies a file by its source content, because images are re-encoded and their stored bytes differ. */
const externalIdOf = ({ sha256, filename, purpose }: Source): string =>
  `${purpose === publicPurpose ? importPrefixes.courseDescription : importPrefixes.courseFolder}${hash("sha256", `${sha256.toString("hex")} ${filename}`, "hex")}`;

async function findFileOf({ db, site }: Context, source: Source): Promise<FileRow | undefined> {
  const isAsPublic =
    source.purpose === publicPurpose
      ? sql`visibility = 'public'`
      : sql`coalesce(external_id, '') not like ${`${importPrefixes.courseDescription}%`}`;
  return db.first<FileRow>`
    select ${columns} from files
     where site_id = ${site.id} and deleted_at is null and ${isManaged} and ${isAsPublic}
       and (external_id = ${externalIdOf(source)} or (sha256 = ${source.sha256} and filename = ${source.filename}))
     order by id limit 1`;
}
