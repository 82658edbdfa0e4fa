import { fingerprint } from "#lib/ids/fingerprint.ts";
import { paletteBody } from "./palette-body.ts";

/** The module of the admin area. The path contains a content hash, so that it can be cached indefinitely. */
export const paletteScript = { path: `/assets/admin-${fingerprint(paletteBody, 12)}.js`, body: paletteBody };
