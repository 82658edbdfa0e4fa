import type { Context } from "#domain/platform/context.ts";
import { sanitizedHtml } from "#domain/content/markdown/render.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";
import type { AppearanceChanges, Warning } from "./appearance.ts";
import { styleAddressAt } from "./style-address.ts";

/** Sanitizes the changes, and returns warnings for what was removed. */
export async function cleanChanges(
  context: Context,
  given: AppearanceChanges,
): Promise<{ changes: AppearanceChanges; warnings: Warning[] }> {
  const { customCss, headerHtml, footerHtml, ...plain } = given;
  const style = customCss === undefined ? undefined : readCss(customCss, context.site.origin);
  const changes = {
    ...plain,
    ...(style && { customCss: style.css }),
    ...(headerHtml !== undefined && {
      headerHtml: await sanitizedHtml(context, headerHtml, "/headerHtml"),
    }),
    ...(footerHtml !== undefined && {
      footerHtml: await sanitizedHtml(context, footerHtml, "/footerHtml"),
    }),
  };
  const warnings = (style?.removed ?? []).slice(0, mostWarnings).map((what) => ({
    pointer: "/custom_css",
    code: "removed" as const,
    detail: `Removed \`${what}\`: custom CSS loads only files of the school (\`/files/…\`) and \`data:\` images and fonts.`,
  }));
  return { changes, warnings };
}

const mostWarnings = 20;

function readCss(css: string, origin: string) {
  try {
    return cleanCss(css, styleAddressAt(origin));
  } catch (error) {
    if (!(error instanceof UnreadableCss)) throw error;
    throw validationFailed("/customCss", "unreadable", `The CSS cannot be parsed. ${error.message}`);
  }
}
