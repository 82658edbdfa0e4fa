import { readCss } from "#lib/css/read-css.ts";
import { docsAsset } from "./docs-asset.ts";

/** The stylesheet that the documentation adds to that of all pages. */
export const docsStyle = docsAsset("docs", "css", readCss(import.meta.dirname, "docs"));
