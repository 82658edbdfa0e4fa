import { readFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "#lib/ids/fingerprint.ts";

/** A file of a font, and its path, which contains a content hash: it can be cached indefinitely. */
export interface FontFile {
  path: string;
  body: Buffer;
}

function fontFile(name: string): FontFile {
  const body = readFileSync(path.join(import.meta.dirname, `${name}.woff2`));
  return { path: `/assets/${name}-${fingerprint(body, 12)}.woff2`, body };
}

/** Inter, of which `tools/build-font.ts` takes the letters of Western European languages, from 400 to 700. */
export const inter = fontFile("inter");

/** The other letters of European languages and Vietnamese. Browsers request it when a page has one of them. */
export const interExtended = fontFile("inter-extended");
