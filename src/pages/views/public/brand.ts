import { html } from "hono/html";

import type { Markup } from "../parts/markup.ts";
import { siteInitial } from "../parts/site-initial.ts";
import type { PublicContext } from "./public-context.ts";

/** Logo, or name if there is no logo. */
export const brand = ({
  site,
  shell: { appearance },
  theme,
}: Pick<PublicContext, "site" | "shell" | "theme">): Markup => {
  const { logoUrl, logoDarkUrl, darkMode } = appearance;
  const isDark = darkMode === "on" || (darkMode === "auto" && theme === "dark");
  const logoSrc = isDark ? (logoDarkUrl ?? logoUrl) : (logoUrl ?? logoDarkUrl);
  if (logoSrc === null) return html`${siteInitial(site.name)}<span class="foreign">${site.name}</span>`;
  const image = html`<img class="logo" src="${logoSrc}" alt="${site.name}" />`;
  return darkMode === "auto" && theme === undefined && logoDarkUrl
    ? html`<picture
        ><source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)" />
        ${image}</picture
      >`
    : image;
};
