import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import path from "node:path";
import { readCss } from "#lib/css/read-css.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { type FixedTheme, styleInTheme } from "../styles/theme.ts";
import { themeStyle } from "./theme.ts";

const ownStyle = [
  "public",
  "cards",
  "details",
  "text",
  "footer",
  "header",
  "member",
  "room",
  "engagements",
  "completion",
  "checkout",
  "course",
  "plans",
]
  .map((name) => readCss(path.join(import.meta.dirname, "styles"), name))
  .join("");
const version = fingerprint(ownStyle, 8);

/** Paths of the site's stylesheets. The URLs change with their content, so that they can be cached indefinitely. */
export const siteStylePath = "/assets/site.css";
export const siteThemePath = "/assets/site-theme.css";

type StyledSite = Pick<PageShell, "appearance" | "isPlain">;

/** The chosen theme, unless the school has one only. */
export const themeAt = ({ appearance }: Pick<StyledSite, "appearance">, theme: FixedTheme | undefined) =>
  appearance.darkMode === "auto" ? theme : undefined;

export const siteStyleAddress = ({ appearance, isPlain }: StyledSite, theme?: FixedTheme): string => {
  const shown = themeAt({ appearance }, theme);
  const address = `${isPlain ? siteThemePath : siteStylePath}?v=${version}-${appearance.revision}`;
  return shown === undefined ? address : `${address}&theme=${shown}`;
};

/** Stylesheet of the site's pages for visitors and learners. */
export const siteStyle = (
  shell: Pick<PageShell, "appearance" | "chosen">,
  customCss: string,
  theme?: FixedTheme,
): string => styleInTheme(`${ownStyle}${themeStyle(shell, customCss)}`, themeAt(shell, theme));
