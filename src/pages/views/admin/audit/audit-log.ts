import { html, raw } from "hono/html";

import type { AuditFilter, TypedFilters } from "../../../admin/audit/audit-filters.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { type AuditRow, auditEntry } from "./audit-entry.ts";
import { filterField, filterSelect } from "../parts/filter-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export type AuditLog = {
  entries: readonly AuditRow[];
  typed: TypedFilters;
  /** Filters with invalid values. */
  wrong: readonly AuditFilter[];
  pages: Pages;
};

/** Audit log, newest first, with filters. */
export const auditLog = (page: AdminPage, view: AuditLog): string => {
  const { auditLog: text, sections } = textFor(page.locale).admin;
  const title = sections.auditLog.name;
  return adminLayout(page, {
    title,
    problem: view.wrong.length > 0,
    content: html`<h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${filters(page, view)} ${rowsOr(view.entries, (entry) => auditEntry(page, entry), text.none)}
      ${pager(page.locale, title, view.pages)}`,
  });
};

const filters = (page: AdminPage, { typed, wrong }: AuditLog): Markup => {
  const { auditLog: text } = textFor(page.locale).admin;
  const { path } = adminSections.auditLog;
  const narrowed = Object.keys(typed).length > 0;
  const field = (name: Exclude<AuditFilter, "action">, type: "text" | "date", hint?: string) =>
    filterField({
      name,
      type,
      label: text.filters[name],
      hint,
      value: typed[name] ?? "",
      problem: wrong.includes(name) ? text.problems[name] : undefined,
    });
  return html`<details class="narrowing" ${narrowed && raw("open")}>
    <summary>${text.narrow}</summary>
    <form method="get" action="${path}" class="filters">
      ${filterSelect({
        name: "action",
        label: text.filters.action,
        options: [["", text.filters.anyAction], ...actionsInOrder(page, typed.action)],
        value: typed.action ?? "",
        problem: wrong.includes("action") ? text.problems.action : undefined,
      })}
      ${field("member", "text", text.filters.memberHint)} ${field("application", "text", text.filters.applicationHint)}
      ${field("tool", "text", fillPlain(text.filters.toolHint, { example: "update_course" }))}
      ${field("from", "date", text.filters.dayHint)} ${field("to", "date", text.filters.dayHint)}
      <div class="actions">
        ${button(text.filters.apply, { look: "secondary" })}
        ${narrowed && html`<a href="${path}">${text.filters.reset}</a>`}
      </div>
    </form>
  </details>`;
};

/** Sorted by text in the page's language. Includes a requested action without text. */
const actionsInOrder = ({ locale }: AdminPage, requested: string | undefined): [string, string][] => {
  const actions: Record<string, string> = textFor(locale).admin.auditLog.actions;
  const offeredActions =
    requested === undefined || requested in actions ? actions : { ...actions, [requested]: requested };
  return Object.entries(offeredActions).toSorted(([, one], [, other]) => one.localeCompare(other, locale));
};
