import { html } from "hono/html";
import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { Markup } from "../parts/markup.ts";
import { papersOf } from "./palette.ts";

/** Path of the web app manifest, with which browsers install the school as an app. */
export const manifestPath = "/manifest.webmanifest";

type Shell = Pick<PageShell, "appearance" | "chosen">;

/** Icons of the installed app. Maskable ones are cut to a shape by the system. */
export const appIcons = {
  "192": { side: 192, purpose: "any" },
  "512": { side: 512, purpose: "any" },
  "maskable-512": { side: 512, purpose: "maskable" },
  "touch-180": { side: 180, purpose: "touch" },
} as const;

export type AppIcon = keyof typeof appIcons;

/** The address changes with the look, so that it can be cached indefinitely. */
export const appIconAddress = (icon: AppIcon | "initial", { appearance }: Pick<PageShell, "appearance">): string =>
  `/app-icons/${icon}.${icon === "initial" ? "svg" : "png"}?v=${appearance.revision}`;

export const hasPicture = ({ appearance }: Pick<PageShell, "appearance">): boolean =>
  appearance.faviconUrl !== null || appearance.logoUrl !== null;

/** Background of the pages in the color schemes of the school. */
export function pageColors({ appearance, chosen }: Shell): { light: string; dark: string } {
  const { light, dark } = papersOf(appearance.colors, new Set(chosen.colors));
  if (appearance.darkMode === "auto") return { light, dark };
  const only = appearance.darkMode === "on" ? dark : light;
  return { light: only, dark: only };
}

/** Elements of the head for browsers that install the school, and for the color of their frame. */
export const installable = (shell: Shell): Markup => {
  const { light, dark } = pageColors(shell);
  return html`<link rel="manifest" href="${manifestPath}" />
    ${hasPicture(shell) && html`<link rel="apple-touch-icon" href="${appIconAddress("touch-180", shell)}" />`}
    ${
      light === dark
        ? html`<meta name="theme-color" content="${light}" />`
        : html`<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)" />
            <meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)" />`
    }`;
};
