import path from "node:path";
import { AttachmentMatter } from "#domain/catalog/course-folder/matter.ts";
import { maxAttachments } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { firstIssue } from "#domain/platform/first-issue.ts";
import type { OlxBlock, OlxFolder } from "./olx-folder.ts";

/** Attachments of a lecture: course files named in its texts, and embedded external content. */
export class Attachments {
  readonly #olx: OlxFolder;
  readonly #byPlace = new Map<string, AttachmentMatter>();

  constructor(olx: OlxFolder) {
    this.#olx = olx;
  }

  get all(): AttachmentMatter[] {
    return [...this.#byPlace.values()];
  }

  /** Adds a course file referenced by an Open edX address. Returns its path; undefined if it cannot be attached. */
  addStatic(block: OlxBlock, address: string, title?: string): string | undefined {
    const name = staticName(address);
    if (name === undefined) return undefined;
    const file = [name, name.replaceAll("_", "/")].find((one) => this.#olx.has("static", one));
    if (file === undefined) {
      this.#olx.warn(block, `it refers to ${address}, but static/${name} does not exist`);
      return undefined;
    }
    const attached = `static/${file}`;
    const isIn = this.#add(block, attached, {
      kind: kindOf(file),
      title: title || path.basename(file),
      file: attached,
    });
    return isIn ? attached : undefined;
  }

  /** Adds embedded external content. */
  addAddress(block: OlxBlock, kind: AttachmentMatter["kind"], externalUrl: string, title: string): boolean {
    return this.#add(block, externalUrl, { kind, title, externalUrl });
  }

  #add(block: OlxBlock, path: string, attachment: object): boolean {
    if (this.#byPlace.has(path)) return true;
    const read = AttachmentMatter.safeParse(attachment);
    if (!read.success) {
      this.#olx.warn(block, `${path} cannot be attached: ${firstIssue(read.error).message}`);
      return false;
    }
    if (this.#byPlace.size === maxAttachments) {
      this.#olx.warn(block, `${path} is left out: a lecture has at most ${maxAttachments} attachments`);
      return false;
    }
    this.#byPlace.set(path, read.data);
    return true;
  }
}

/** `/static/a.png`, `/asset-v1:Org+Course+Run+type@asset+block@a.png`, `/c4x/Org/Course/asset/a.png` */
export function staticName(address: string): string | undefined {
  const [, name] =
    /^\/?static\/(.+)$/.exec(address) ??
    /^\/?asset-v1:[^/]*type@asset\+block@(.+)$/.exec(address) ??
    /^\/?c4x\/[^/]+\/[^/]+\/asset\/(.+)$/.exec(address) ??
    [];
  return name === undefined ? undefined : decoded(name.replace(/[?#].*/s, ""));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function kindOf(file: string): AttachmentMatter["kind"] {
  const ending = path.extname(file).toLowerCase();
  if (/^\.(png|jpe?g|gif|webp|avif)$/.test(ending)) return "image";
  if (/^\.(mp4|webm|mov|m4v)$/.test(ending)) return "video";
  if (/^\.(mp3|m4a|ogg|wav|flac)$/.test(ending)) return "audio";
  return ending === ".pdf" ? "pdf" : "file";
}
