import { sanitizedHtml } from "#domain/platform/texts/render.ts";
import type { Context } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { AppearanceChanges, Warning } from "./appearance.ts";
import { cleanCustomCss } from "./clean-css.ts";

export interface CleanedStyle {
  customCss?: string;
  /** Parts of the custom CSS that were taken out. */
  removedCss?: string[];
}

/** Removes unsafe parts from the custom CSS of a change. */
export async function cleanStyle(context: Context, { customCss }: AppearanceChanges): Promise<CleanedStyle> {
  if (!customCss) return {};
  const style = await cleanCustomCss(context, customCss);
  if (!("refusal" in style)) return { customCss: style.css, removedCss: style.removed };
  const { code, detail } = style.refusal;
  throw validationFailed("/customCss", code, `The CSS cannot be parsed. ${detail}`);
}

/** Sanitizes the HTML of a change, and returns warnings about removed CSS. */
export async function cleanChanges(
  context: Context,
  input: AppearanceChanges & CleanedStyle,
): Promise<{ changes: AppearanceChanges; warnings: Warning[] }> {
  const { headerHtml, footerHtml, removedCss = [], ...plain } = input;
  const changes = {
    ...plain,
    ...(headerHtml !== undefined && {
      headerHtml: await sanitizedHtml(context, headerHtml, "/headerHtml"),
    }),
    ...(footerHtml !== undefined && {
      footerHtml: await sanitizedHtml(context, footerHtml, "/footerHtml"),
    }),
  };
  const warnings = removedCss.slice(0, maxWarnings).map((what) => ({
    pointer: "/custom_css",
    code: "removed" as const,
    detail: `Removed \`${what}\`: custom CSS loads only files of the school (\`/files/…\`) and \`data:\` images and fonts.`,
  }));
  return { changes, warnings };
}

const maxWarnings = 20;
