import { parentPort } from "node:worker_threads";
import { plainText } from "../plain-text.ts";
import { readingMinutes } from "../reading-minutes.ts";
import { cleanHtml, renderMarkdown } from "./engine.ts";
import { LimitExceeded } from "./limits.ts";
import type { Rendering, SourceText } from "./source-text.ts";

function rendered({ form, text }: SourceText): Rendering {
  try {
    const html = form === "markdown" ? renderMarkdown(text) : cleanHtml(text);
    return { html, readingMinutes: readingMinutes(plainText(html)) };
  } catch (error) {
    if (error instanceof LimitExceeded) return { refusal: error.refusal };
    throw error;
  }
}

parentPort!.on("message", (sources: readonly SourceText[]) => parentPort!.postMessage(sources.map(rendered)));
parentPort!.postMessage("ready");
