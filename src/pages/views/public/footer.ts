import { html, raw } from "hono/html";
import { switches } from "../frame/switches.ts";
import { textFor } from "#pages/text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import type { PublicContext } from "./public-context.ts";

/** Footer: help, terms and social links of the school for students, then the links for programs. */
export const foot = (page: PublicContext, { hasToken }: { hasToken: boolean }): Markup => {
  const { public: text, frame } = textFor(page.locale);
  const { appearance, school } = page.shell;
  const { legal, social, supportEmail } = school;
  const links: [label: string, href: string][] = [
    ...(supportEmail ? [[text.support, `mailto:${supportEmail}`] as [string, string]] : []),
    ...(legal.termsUrl ? [[text.terms, legal.termsUrl] as [string, string]] : []),
    ...(legal.privacyUrl ? [[text.privacy, legal.privacyUrl] as [string, string]] : []),
    ...Object.entries(social).map(([network, address]) => [networkName(network), address] as [string, string]),
  ];
  const forPrograms: [label: string, href: string][] = [
    [text.developers, "/docs"],
    [text.agents, "/llms.txt"],
  ];
  return html`<footer class="bottom">
    <div class="wrap">
      ${appearance.footerHtml !== "" && html`<div class="text">${sanitizedHtml(appearance.footerHtml)}</div>`}
      ${links.length !== 0 && html`<nav aria-label="${text.footer}">${list(links)}</nav>`} ${company(page)}
      ${switches(page, { hasToken })}
      <div class="fine">
        <p><span class="foreign">${page.site.name}</span> · ${frame.product}</p>
        ${list(forPrograms)}
      </div>
    </div>
  </footer>`;
};

const list = (links: readonly (readonly [label: string, href: string])[]): Markup =>
  html`<ul>
    ${links.map(([label, href]) => html`<li><a href="${href}" rel="noopener noreferrer">${label}</a></li>`)}
  </ul>`;

const company = ({ shell }: PublicContext): Markup => {
  const { company: name, address, taxId } = shell.school.legal;
  const lines = [name, address, taxId].filter((line) => line);
  return lines.length === 0 ? raw("") : html`<address>${lines.join("\n")}</address>`;
};

/** Names that their networks write in another way than with a capital at the beginning. */
const names: ReadonlyMap<string, string> = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["line", "LINE"],
  ["linkedin", "LinkedIn"],
  ["tiktok", "TikTok"],
  ["whatsapp", "WhatsApp"],
  ["youtube", "YouTube"],
]);

/** Returns the label of a link to a profile of the school: `youtube` is YouTube, `my_podcast` is My podcast. */
const networkName = (network: string): string =>
  names.get(network) ?? network.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
