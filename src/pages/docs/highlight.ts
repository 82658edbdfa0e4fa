import { createRequire } from "node:module";

/** The used part of highlight.js. Its own declarations would add the types of browsers to the whole project. */
interface Highlighter {
  registerLanguage(name: string, definition: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const require = createRequire(import.meta.url);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The package is JavaScript.
const highlighter = require("highlight.js/lib/core") as Highlighter;

/** Names of code blocks in Markdown, with the names of the package. */
const languages: Record<string, string> = {
  sh: "bash",
  graphql: "graphql",
  json: "json",
  python: "python",
  ts: "typescript",
  "ts sdk": "typescript",
};
for (const [name, language] of Object.entries(languages)) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${language}`));
}

/** Renders code as HTML with classes; undefined for languages without highlighting. */
export function highlight(code: string, language: string): string | undefined {
  return language in languages ? highlighter.highlight(code, { language, ignoreIllegals: true }).value : undefined;
}
