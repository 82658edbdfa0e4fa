import path from "node:path";
import { AttachmentMatter } from "#domain/transfer/course-folder/course-front-matter.ts";
import { maxAttachments } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { cut } from "../truncate.ts";
import { assetName, hasHost } from "./asset-index.ts";
import type { OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";

const maxTitle = 200;

/** Attachments of a lecture: course files named in its texts, and embedded external content. */
export class Attachments {
  readonly #olx: OlxFolder;
  readonly #bySource = new Map<string, AttachmentMatter>();

  constructor(olx: OlxFolder) {
    this.#olx = olx;
  }

  get all(): AttachmentMatter[] {
    return [...this.#bySource.values()];
  }

  /** Adds a course file referenced by an Open edX address. Returns its path; undefined if it cannot be attached. */
  addStatic(block: OlxBlock, address: string, title?: string): string | undefined {
    const name = assetName(address);
    if (name === undefined) return undefined;
    const file = staticFile(this.#olx, name);
    if (file === undefined) {
      // A file at another site stays there.
      if (!hasHost(address)) this.#olx.warn(block, `it refers to ${address}, but static/${name} does not exist`);
      return undefined;
    }
    const isIn = this.#add(block, file, {
      kind: kindOf(file),
      title: cut(title?.trim() || path.posix.basename(file), maxTitle),
      file,
    });
    return isIn ? file : undefined;
  }

  /** Adds embedded external content. */
  addAddress(block: OlxBlock, kind: AttachmentMatter["kind"], externalUrl: string, title: string): boolean {
    return this.#add(block, externalUrl, {
      kind,
      title: cut(title.trim() || externalUrl, maxTitle),
      externalUrl,
    });
  }

  #add(block: OlxBlock, source: string, attachment: object): boolean {
    if (this.#bySource.has(source)) return true;
    const read = AttachmentMatter.safeParse(attachment);
    if (!read.success) {
      this.#olx.warn(block, `${source} cannot be attached: ${firstIssue(read.error).message}`);
      return false;
    }
    if (this.#bySource.size === maxAttachments) {
      this.#olx.warn(block, `${source} is left out: a lecture has at most ${maxAttachments} attachments`);
      return false;
    }
    this.#bySource.set(source, read.data);
    return true;
  }
}

/** Returns the path of the course file with this name or key; undefined if there is none. */
export function staticFile(olx: OlxFolder, name: string): string | undefined {
  if (olx.inline.files.has(`static/${name}`)) return `static/${name}`;
  const file = olx.assets.find(name);
  return file !== undefined && olx.has(file) ? file : undefined;
}

export function kindOf(file: string): AttachmentMatter["kind"] {
  const ending = path.extname(file.replace(/[?#].*/s, "")).toLowerCase();
  if (/^\.(png|jpe?g|gif|webp|avif|svg)$/.test(ending)) return "image";
  if (/^\.(mp4|webm|mov|m4v|ogv)$/.test(ending)) return "video";
  if (/^\.(mp3|m4a|ogg|oga|wav|flac)$/.test(ending)) return "audio";
  return ending === ".pdf" ? "pdf" : "file";
}
