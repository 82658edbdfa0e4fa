import { html, raw } from "hono/html";

import { type Role, roles } from "#access/roles.ts";
import { type Member, memberStatuses } from "#domain/people/members/member.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterField, filterSelect } from "../parts/filter-fields.ts";
import { actionLinks } from "../derived/action-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** With the encoded id: `mbr_…`. */
export type MemberView = Pick<Member, "id" | "email" | "name" | "roles" | "status" | "joinedAt" | "lastSignInAt">;

export type MemberList = {
  members: readonly MemberView[];
  typed: { q: string; role: Role | undefined; status: Member["status"] | undefined };
  /** The form for a new member. */
  creation: { label: string; href: string } | undefined;
  pages: Pages;
};

const { path } = adminSections.members;

/** Members, newest first, with search. */
export const memberList = (page: AdminPage, view: MemberList): string => {
  const { members: text, sections } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.members.name,
    content: html`<h1>${sections.members.name}</h1>
      <p class="lead">${text.intro}</p>
      ${view.creation ? actionLinks(page, [view.creation]) : raw("")} ${filters(page, view.typed)}
      ${
        view.members.length === 0
          ? html`<p class="prose soft after">${text.none}</p>`
          : html`<ul class="rows">
              ${view.members.map((member) => row(page, member))}
            </ul>`
      }
      ${pager(page.locale, sections.members.name, view.pages)}`,
  });
};

const filters = ({ locale }: AdminPage, { q, role, status }: MemberList["typed"]): Markup => {
  const { admin, roles: roleNames } = textFor(locale);
  const { members: text } = admin;
  const isNarrowed = q !== "" || role !== undefined || status !== undefined;
  return html`<form method="get" action="${path}" class="filters" role="search">
    ${filterField({ name: "q", type: "text", label: text.search, value: q })}
    ${filterSelect({
      name: "role",
      label: text.role,
      value: role ?? "",
      options: [["", text.any] as const, ...roles.map((name) => [name, roleNames[name]] as const)],
    })}
    ${filterSelect({
      name: "status",
      label: text.status,
      value: status ?? "",
      options: [["", text.any] as const, ...memberStatuses.map((name) => [name, text.statuses[name]] as const)],
    })}
    <div class="actions">
      ${button(text.find, { look: "secondary" })} ${isNarrowed ? html`<a href="${path}">${text.reset}</a>` : raw("")}
    </div>
  </form>`;
};

const row = (
  page: AdminPage,
  { id, email, name, roles: memberRoles, status, joinedAt, lastSignInAt }: MemberView,
): Markup => {
  const { admin, roles: roleNames } = textFor(page.locale);
  const { members: text } = admin;
  return html`<li class="row">
    <div class="about">
      <h2><a href="${path}/${id}">${name === null ? text.unnamed : foreign(name)}</a></h2>
      <p class="soft foreign">${email}</p>
      <ul class="facts">
        ${memberRoles.map((role) => html`<li>${roleNames[role]}</li>`)}
        <li>${fill(text.since, { time: timestamp(page, joinedAt) })}</li>
        <li>${lastSignIn(page, lastSignInAt)}</li>
      </ul>
    </div>
    <p class="here">${text.statuses[status]}</p>
  </li>`;
};

export const lastSignIn = (page: AdminPage, at: Date | null): Markup => {
  const { members: text } = textFor(page.locale).admin;
  return at ? fill(text.lastSignIn, { time: timestamp(page, at) }) : html`${text.never}`;
};
