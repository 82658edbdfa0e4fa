import { readFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "#lib/ids/fingerprint.ts";

/** Inter, of which `tools/build-font.ts` takes the letters of European languages and Vietnamese, from 400 to 700. */
export const interFont = readFileSync(path.join(import.meta.dirname, "inter.woff2"));

/** The path contains a content hash, so that the font can be cached indefinitely. */
export const interPath = `/assets/inter-${fingerprint(interFont, 12)}.woff2`;
