import { readFileSync } from "node:fs";
import path from "node:path";
import { TokenType } from "@csstools/css-tokenizer";
import { tokenizeCss } from "./tokenize-css.ts";

/**
 * Reads a stylesheet for a response: without its comments, and without the line breaks and indentation of its format.
 */
export const readCss = (folder: string, name: string): string =>
  compact(readFileSync(path.join(folder, `${name}.css`), "utf8"));

const compact = (css: string): string =>
  tokenizeCss(css)
    .filter(([type]) => type !== TokenType.Comment)
    .map(([, text]) => text)
    .join("")
    .split("\n")
    .map((line) => line.trim())
    // A long selector or value has line breaks in place of spaces.
    .map((line) => (line === "" || /[{};]$/.test(line) ? line : `${line} `))
    .join("");
