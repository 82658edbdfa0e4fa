import { documentNames } from "#pages/docs/contents.ts";
import { copyScript } from "#pages/docs/copy-script.ts";
import { docsStyle } from "#pages/docs/docs-style.ts";
import type { Attempt } from "./attempt.ts";
import { sameForAll } from "./programs.ts";

const documents = documentNames.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]);
const pages = ["/docs", "/docs.md", "/docs/errors", ...documents, docsStyle.path, copyScript.path];

/** Attempts at the documentation, which is equal for all visitors of a school. */
export const docsAttempts: Record<string, Attempt> = {
  ...Object.fromEntries(pages.map((path) => [`GET ${path}`, sameForAll(path)])),
  "GET /docs/errors/:code": sameForAll("/docs/errors/invalid_grant"),
};
