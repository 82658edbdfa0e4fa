import { html } from "hono/html";

import type { AuditEntry } from "#domain/platform/audit/audit-entry.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { linked } from "../parts/linked-name.ts";

/** An audit log entry with encoded ids. */
export type AuditRow = Pick<AuditEntry, "action" | "actorKind" | "details" | "address" | "requestId"> & {
  id: string;
  /** Member who acted, or for whom the client acted. Without a name if deleted. */
  member: { id: string; name: string | null; email: string | null; href?: string | undefined } | null;
  client: { id: string; name: string | null } | null;
  resource: { type: string; id: string | null; name: string | null; href?: string | undefined } | null;
  at: Date;
};

type Text = ReturnType<typeof textFor>["admin"]["auditLog"];

/** An entry: action, actor, resource, time and address, with collapsed details. */
export const auditEntry = (page: Dated, entry: AuditRow): Markup => {
  const { auditLog: text } = textFor(page.locale).admin;
  const concerned = resourcesOf(text, entry);
  return html`<li class="row">
    <div class="about">
      <h2>${wordOf(text.actions, entry.action)}</h2>
      <p>${actor(text, entry)}</p>
      ${
        concerned.length !== 0 &&
        html`<ul class="soft">
          ${concerned.map(({ kind, name }) => html`<li>${fill(text.concerns, { kind, name })}</li>`)}
        </ul>`
      }
      <ul class="facts">
        <li>${timestamp(page, entry.at)}</li>
        ${entry.address !== null && html`<li>${fill(text.address, { address: code(entry.address) })}</li>`}
      </ul>
    </div>
    <details>
      <summary>${text.details}</summary>
      <dl class="particulars">
        ${particular(text.recordedAs, code(entry.action))}
        ${entry.requestId !== null && particular(text.request, code(entry.requestId))}
        ${particular(text.entry, code(entry.id))}
        ${entry.resource?.id && particular(resourceType(text, entry), code(entry.resource.id))}
        ${Object.entries(entry.details).map(([name, value]) => particular(code(name), valueView(value)))}
      </dl>
      ${ways(text, entry)}
    </details>
  </li>`;
};

/** Returns the text of a name, or the name itself if an earlier version wrote it and it has no text. */
const wordOf = (texts: Readonly<Record<string, string>>, name: string): string | Markup =>
  (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? code(name);

/** A client that used a tool is an agent. */
const actor = (text: Text, entry: AuditRow): Markup => {
  const { actorKind, member, client } = entry;
  const who = {
    member: person(text, member),
    client: foreign(client?.name ?? text.deletedResource),
    key: foreign(detail(entry, "key") ?? ""),
  };
  const tool = actorKind === "client" ? detail(entry, "tool") : null;
  return tool === null ? fill(text.by[actorKind], who) : fill(text.by.agent, { ...who, tool: code(tool) });
};

const person = (text: Text, member: AuditRow["member"]): Markup => {
  if (!member?.email) return html`${text.deletedMember}`;
  return member.name === null
    ? linked(member.href, member.email)
    : html`${linked(member.href, member.name)} <span class="soft">${foreign(member.email)}</span>`;
};

/** Lists the affected resource and the other resources of an entry. */
const resourcesOf = (text: Text, entry: AuditRow): { kind: string | Markup; name: string | Markup }[] => {
  const { actorKind, member, client, resource } = entry;
  const acted = actorKind === "person" || actorKind === "client";
  const named = resource && (resource.name ?? (resource.type === "client" ? detail(entry, "name") : null));
  return [
    ...(resource && resource.type !== "site" && (named ?? resource.id) !== null
      ? [
          {
            kind: resourceType(text, entry),
            name: named === null ? code(resource.id ?? "") : linked(resource.href, named),
          },
        ]
      : []),
    ...(client && resource?.id !== client.id && actorKind !== "client"
      ? [{ kind: text.resourceTypes.client, name: foreign(client.name ?? text.deletedResource) }]
      : []),
    ...(member && !acted && resource?.id !== member.id
      ? [{ kind: text.resourceTypes.member, name: person(text, member) }]
      : []),
  ];
};

const resourceType = (text: Text, { resource }: AuditRow): string | Markup =>
  wordOf(text.resourceTypes, resource?.type ?? "");

const detail = ({ details }: AuditRow, name: string): string | null =>
  typeof details[name] === "string" ? details[name] : null;

const code = (value: string): Markup => html`<span class="mono foreign">${value}</span>`;

const particular = (name: string | Markup, value: Markup): Markup =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

/** Renders strings as lines, and other values as stored. */
const valueView = (value: unknown): Markup => {
  if (typeof value === "string") return code(value);
  const texts = Array.isArray(value) && value.every((item) => typeof item === "string");
  if (!texts || value.length === 0) return code(JSON.stringify(value));
  return html`<ul>
    ${value.map((item) => html`<li>${code(item)}</li>`)}
  </ul>`;
};

/** Links that filter the log to similar entries. */
const ways = (text: Text, entry: AuditRow): Markup => {
  const { action, member, client } = entry;
  const tool = detail(entry, "tool");
  return html`<ul class="inline ways">
    ${way("action", action, text.only.action)} ${member && way("member", member.id, text.only.member)}
    ${client && way("application", client.id, text.only.client)} ${tool !== null && way("tool", tool, text.only.tool)}
  </ul>`;
};

const way = (filter: string, value: string, label: string): Markup => {
  const address = `${adminSections.auditLog.path}?${new URLSearchParams({ [filter]: value }).toString()}`;
  return html`<li><a href="${address}">${label}</a></li>`;
};
