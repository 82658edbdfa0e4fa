import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loaded with the first text that is written: a server that only reads keeps its memory. */
let engine: typeof import("./markdown-engine.ts") | undefined;
const load = () => (engine ??= require("./markdown-engine.ts") as typeof import("./markdown-engine.ts"));

/** HTML that somebody else wrote, without anything that could run, load a form or reach out of its place. */
export const cleanHtml = (html: string): string => load().cleanHtml(html);

/** CommonMark with tables and links, as HTML that is safe to show. */
export const renderMarkdown = (text: string): string => (text === "" ? "" : load().renderMarkdown(text));
