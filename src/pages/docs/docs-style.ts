import { readCss } from "#lib/css/read-css.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";

const body = readCss(import.meta.dirname, "docs");

/** The stylesheet of the documentation. The path contains a content hash, so that it can be cached indefinitely. */
export const docsStyle = { path: `/docs/assets/docs-${fingerprint(body, 12)}.css`, body };
