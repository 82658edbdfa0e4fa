import type { Context } from "#domain/context.ts";
import { sanitizedHtml } from "#domain/markdown/render.ts";
import { validationFailed } from "#domain/problem.ts";
import { cleanCss, isOfOrigin } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/css-tokens.ts";
import type { AppearanceChanges, Warning } from "./appearance.ts";

/** The changes without what could harm whoever sees a page with them, and what was taken out. */
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
    detail: `${what} was taken out: a style sheet loads nothing of other origins.`,
  }));
  return { changes, warnings };
}

const mostWarnings = 20;

function readCss(css: string, origin: string) {
  try {
    return cleanCss(css, isOfOrigin(origin));
  } catch (error) {
    if (!(error instanceof UnreadableCss)) throw error;
    throw validationFailed("/customCss", "unreadable", `The style sheet cannot be read. ${error.message}`);
  }
}
