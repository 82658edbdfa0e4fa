import { cleanHtml } from "#lib/markdown/engine.ts";
import { LimitExceeded } from "#lib/markdown/limits.ts";
import { plainText } from "#lib/text/plain-text.ts";

/** Returns the text of HTML, without scripts and tags; empty if the HTML exceeds a limit. */
export function plainTextOf(html: string): string {
  try {
    return plainText(cleanHtml(html));
  } catch (error) {
    if (error instanceof LimitExceeded) return "";
    throw error;
  }
}
