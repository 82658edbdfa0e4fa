import { hash } from "node:crypto";
import { headLength, isSvg, mediaTypeOf } from "#lib/files/media-type.ts";
import { wrongInput } from "../wrong-input.ts";
import type { FileIndex } from "./text-files.ts";

/** An attribute with a file in its address (RFC 2397). A quoted value ends at its quotation mark. */
const dataAddress = /\b(src|href|data|poster)(\s*=\s*)(?:"\s*data:([^"]*)"|'\s*data:([^']*)'|data:([^\s"'<>]+))/gi;

/** A file in a style, such as a background. */
const dataInStyle = /\burl\((?:["']|&quot;|&#39;)?data:([^"'()\s&]*)(?:["']|&quot;|&#39;)?\)/gi;

/** Characters of a text without its files: more than an author writes. */
const maxCharacters = 2_000_000;

const maxFileBytes = 10 * 1024 * 1024;
const maxTotalBytes = 64 * 1024 * 1024;
const maxFiles = 1000;

const endings: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "application/pdf": "pdf",
};

/** Files that are written in texts as `data:` addresses. They become files of the course. */
export class InlineFiles {
  /** Contents by path in the course. */
  readonly files = new Map<string, Buffer>();
  readonly #index: FileIndex;
  #bytes = 0;

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** Replaces the files in a text by addresses in `/static/`. Calls `warn` for those that are left out. */
  extractFrom(text: string, warn: (detail: string) => void): string {
    const addressOf = (data: string): string => {
      const outcome = this.#keep(data);
      if ("address" in outcome) return outcome.address;
      warn(`a file within the text is left out: ${outcome.reason}`);
      return "";
    };
    const bare = text.includes("data:")
      ? text
          .replace(dataAddress, (_all, name: string, equals: string, ...[double, single, plain]: string[]) => {
            return `${name}${equals}"${addressOf(double ?? single ?? plain ?? "")}"`;
          })
          .replace(dataInStyle, (_all, data: string) => `url(${addressOf(data)})`)
      : text;
    if (bare.length <= maxCharacters) return bare;
    throw wrongInput("the text", undefined, `expected at most ${maxCharacters} characters`);
  }

  #keep(data: string): { address: string } | { reason: string } {
    const bytes = bytesOf(data);
    if (bytes === undefined || bytes.length === 0) return { reason: "its data: address is damaged" };
    const head = bytes.subarray(0, headLength);
    const type = isSvg(head) ? "image/svg+xml" : mediaTypeOf(head);
    const ending = endings[type];
    if (ending === undefined) return { reason: `a data: address cannot have the type ${type}` };
    if (bytes.length > maxFileBytes) return { reason: `it exceeds ${maxFileBytes / 1024 / 1024} MiB` };
    const name = this.#freeName(hash("sha256", bytes, "hex").slice(0, 16), ending);
    if (this.files.has(`static/${name}`)) return { address: `/static/${name}` };
    if (this.files.size === maxFiles) return { reason: `a course has at most ${maxFiles} of them` };
    if (this.#bytes + bytes.length > maxTotalBytes) {
      return { reason: `all of them together exceed ${maxTotalBytes / 1024 / 1024} MiB` };
    }
    this.#bytes += bytes.length;
    this.files.set(`static/${name}`, bytes);
    return { address: `/static/${name}` };
  }

  #freeName(digest: string, ending: string): string {
    let name = `inline-${digest}`;
    while (this.#index.find([`static/${name}.${ending}`]) !== undefined) name += "_";
    return `${name}.${ending}`;
  }
}

function bytesOf(data: string): Buffer | undefined {
  const comma = data.indexOf(",");
  if (comma === -1) return undefined;
  const content = data
    .slice(comma + 1)
    .replaceAll("&amp;", "&")
    .replaceAll("&#43;", "+")
    .replaceAll("&quot;", '"');
  try {
    if (!/;\s*base64\s*$/i.test(data.slice(0, comma))) return Buffer.from(decodeURIComponent(content));
    const base64 = (content.includes("%") ? decodeURIComponent(content) : content).replaceAll(/\s+/g, "");
    return /^[\w+/-]*={0,2}$/.test(base64) ? Buffer.from(base64, "base64") : undefined;
  } catch {
    return undefined;
  }
}
