import { html } from "hono/html";

import { typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { copyHead } from "./copy-head.ts";
import { docsStyle } from "../../../docs/docs-style.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup, withCode } from "../../parts/markup.ts";
import { type AgentHost, type AgentHostName, agentHosts, type Configuration, serverNameOf } from "./agent-hosts.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type ConnectAgent = {
  /** Integrations of the installation by slug, true if the site has turned them on. */
  integrations: ReadonlyMap<string, boolean>;
  /** True if the site accepts clients whose metadata document is at this host. */
  admits: (host: string) => boolean;
};

const guide = "/docs/guides/connect-an-agent";

/** Addresses of the MCP server, and configuration to copy for programs that connect to it. */
export const connectAgent = (page: AdminPage, view: ConnectAgent): string => {
  const { agents: text, sections } = textFor(page.locale).admin;
  const { origin, name } = page.site;
  const hosts = agentHosts(origin);
  return adminLayout(page, {
    title: sections.agents.name,
    links: html`<link rel="stylesheet" href="${docsStyle.path}" /> ${copyHead}`,
    content: html`<h1>${sections.agents.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(name) })}</p>
      <p class="after">${fill(text.guide, { guide: html`<a href="${guide}" hreflang="en">${text.guideName}</a>` })}</p>
      <div class="docs" data-copy-label="${text.copy}" data-copied="${text.copied}">
        <nav class="page-contents" aria-label="${text.contents}">
          <p aria-hidden="true">${text.contents}</p>
          <ul>
            ${typedKeys(hosts).map((host) => html`<li><a href="#${host}">${hosts[host].name}</a></li>`)}
          </ul>
        </nav>
        <div class="doc">
          <h2>${text.addresses.title}</h2>
          ${code(text.addresses.connect, `${origin}/mcp/connect`)} ${code(text.addresses.anonymous, `${origin}/mcp`)}
          ${code(text.addresses.readonly, `${origin}/mcp/readonly`)}
          ${typedKeys(hosts).map((host) => section(page, view, host, hosts[host]))}
        </div>
      </div>`,
  });
};

const section = (page: AdminPage, view: ConnectAgent, name: AgentHostName, host: AgentHost): Markup => {
  const { agents: text } = textFor(page.locale).admin;
  const { name: title } = host;
  const { before, after } = text.hosts[name];
  const server = serverNameOf(page.site.origin);
  return html`<h2 id="${name}">${title}</h2>
    ${prerequisites(page, view, host).map((one) => html`<p>${one}</p>`)}
    <p>${withCode(before)}</p>
    ${host.configurations.map((one) => code(labelOf(page, one), one.code, title))}
    <p>${withCode(fillPlain(after, { server }))}</p>`;
};

/** Code with its label. The script adds a button to copy it, named after the program and the label. */
const code = (label: string, content: string, program?: string): Markup =>
  html`<p class="soft">${label}</p>
    <pre
      tabindex="0"
      data-name="${program === undefined ? label : `${program}, ${label}`}"
    ><code>${content}</code></pre>`;

const labelOf = ({ locale }: AdminPage, { where }: Configuration): string =>
  where.kind === "file" ? where.name : textFor(locale).admin.agents.where[where.kind];

/** Settings of the school without which the program cannot sign in. */
function prerequisites(
  page: AdminPage,
  view: ConnectAgent,
  { integration, documentHost, remote }: AgentHost,
): Markup[] {
  const { agents: text } = textFor(page.locale).admin;
  return [
    ...(integration ? [integrationState(page, view, integration)] : []),
    ...(documentHost === undefined
      ? []
      : [
          fill(view.admits(documentHost) ? text.documentHost.allowed : text.documentHost.refused, {
            host: html`<code>${documentHost}</code>`,
            link: sectionLink(page, "documents"),
          }),
        ]),
    ...(remote ? [html`${text.remote}`] : []),
  ];
}

function integrationState(
  page: AdminPage,
  { integrations }: ConnectAgent,
  { slug, name }: { slug: string; name: string },
): Markup {
  const { integration: text } = textFor(page.locale).admin.agents;
  const enabled = integrations.get(slug);
  const state = enabled === undefined ? text.missing : enabled ? text.on : text.off;
  return fill(state, { name: html`<strong>${name}</strong>`, link: sectionLink(page, "integrations") });
}

const sectionLink = ({ locale }: AdminPage, section: "documents" | "integrations"): Markup =>
  html`<a href="${adminSections[section].path}">${textFor(locale).admin.sections[section].name}</a>`;
