import { cleanHtml } from "#lib/markdown/engine.ts";
import { LimitExceeded } from "#lib/markdown/limits.ts";
import { plainText } from "#lib/plain-text.ts";

/** The words of HTML, without scripts and tags; none where the HTML exceeds a limit. */
export function plainTextOf(html: string): string {
  try {
    return plainText(cleanHtml(html));
  } catch (error) {
    if (error instanceof LimitExceeded) return "";
    throw error;
  }
}
