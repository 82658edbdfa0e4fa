import { html, raw } from "hono/html";
import { dangerousActs } from "../../../admin/derived/dangerous-acts.ts";
import { textFor } from "../../../text/catalogue.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { actionLinks } from "../derived/action-links.ts";
import { badge } from "../../parts/badge.ts";
import { graveActions, panelView } from "../derived/detail-page.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import type { MemberNotice, MemberPage } from "./member-page.ts";
import { activityOf, coursesOf, membershipsOf, ordersOf } from "./member-lists.ts";
import { mergesOf } from "./member-merge.ts";
import { recurringPayments } from "../payments/recurring-payments.ts";
import { suppressedAddresses } from "../settings/suppressed-addresses.ts";

/** A member: lists of all that concerns them, the profile and what staff do with it. */
export const member = (page: AdminPage, view: MemberPage): string => {
  const { members: text } = textFor(page.locale).admin;
  const { member: profile, problem: wrong } = view;
  const name = profile.name ?? profile.email;
  const acts = Map.groupBy(view.actions, ({ act }) => placeOfAct(act));
  return adminLayout(page, {
    title: name,
    problem: wrong !== undefined,
    content: html`${view.notice && notice(noticeText(page, view.notice))}
      ${wrong && problem("problem", text.problem[wrong])}
      <div class="head-of-list">
        <h1>${foreign(name)} ${badge(profile.status, text.statuses[profile.status])}</h1>
        <div class="acts">
          ${viewForm(page, view.links.view)}
          ${actionLinks(page, [
            ...(acts.get("head") ?? []).map((act) => ({ ...act, isFirst: false })),
            ...(view.links.write === undefined
              ? []
              : [{ label: textFor(page.locale).admin.messages.write, href: view.links.write, isFirst: true }]),
          ])}
        </div>
      </div>
      ${withoutEmail(page, view)}
      <div class="two-columns">
        <div>
          ${coursesOf(page, view)} ${membershipsOf(page, view)} ${recurringPayments(page, view.agreements)}
          ${ordersOf(page, view)} ${view.panels.map((panel) => panelView(page, panel))}
        </div>
        <div class="side-of-one">
          ${identity(page, profile)} ${actsAtSide(text.show.team, acts.get("team"))}
          ${actsAtSide(text.show.account, acts.get("account"))} ${factorsOf(page, view)} ${activityOf(page, view)}
          ${profile.status !== "removed" && html`<section>${mergesOf(page, profile.id, view.merges)}</section>`}
        </div>
      </div>
      ${graveActions(page, view.actions)}`,
  });
};

/** Places the form of an action on the page. Dangerous ones stand at the end. */
function placeOfAct(act: string): "head" | "team" | "account" | "end" {
  if (dangerousActs.has(act)) return "end";
  if (act === "roles" || act === "assign_course") return "team";
  return act === "send_password_email" || act === "export_data" || act === "unsuspend" ? "account" : "head";
}

const actsAtSide = (heading: string, acts: MemberPage["actions"] = []): Markup =>
  acts.length === 0
    ? raw("")
    : html`<section>
        <h2>${heading}</h2>
        <ul class="acts">
          ${acts.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
        </ul>
      </section>`;

/** Second factors of a member who may have lost them. */
const factorsOf = (page: AdminPage, { factors }: MemberPage): Markup => {
  if (!factors) return raw("");
  const { factors: text } = textFor(page.locale).admin.members;
  return html`<section>
    <h2>${text.title}</h2>
    <ul class="facts">
      ${factors.passkeys > 0 && html`<li>${fillPlain(text.passkeys, { count: String(factors.passkeys) })}</li>`}
      ${factors.hasApp && html`<li>${text.app}</li>`}
    </ul>
    <form method="post" action="${factors.remove}" class="after">
      ${hidden("csrf", page.csrf)}${button(text.remove, { look: "secondary" })}
    </form>
  </section>`;
};

const viewForm = (page: AdminPage, address: string | undefined): Markup =>
  address === undefined
    ? raw("")
    : html`<form method="post" action="${address}">
        ${hidden("csrf", page.csrf)}${button(textFor(page.locale).admin.members.show.view, { look: "secondary" })}
      </form>`;

const noticeText = ({ locale }: AdminPage, name: MemberNotice): string => {
  const { members, derived } = textFor(locale).admin;
  return isFieldOf(members.notice, name) ? members.notice[name] : derived.form[name];
};

const lastSignIn = (page: AdminPage, at: Date | null): Markup => {
  const { members: text } = textFor(page.locale).admin;
  return at ? fill(text.lastSignIn, { time: timestamp(page, at) }) : html`${text.never}`;
};

const identity = (page: AdminPage, profile: MemberPage["member"]): Markup => {
  const { admin, roles: roleNames } = textFor(page.locale);
  const { members: text } = admin;
  const { show } = text;
  const roleList = profile.roles.length === 0 ? show.noRoles : profile.roles.map((role) => roleNames[role]).join(" · ");
  const verified = profile.emailVerified ? "" : html` <span class="soft">(${show.unverified})</span>`;
  const joined = html`<p>${fill(text.since, { time: timestamp(page, profile.joinedAt) })}</p>`;
  return html`<dl class="entries stacked">
    ${listEntry(show.email, html`<span class="foreign">${profile.email}</span>${verified}`)}
    ${listEntry(show.roles, html`${roleList}`)}
    ${listEntry(
      text.status,
      html`${joined}
        <p>${lastSignIn(page, profile.lastSignInAt)}</p>`,
    )}
  </dl>`;
};

const withoutEmail = (page: AdminPage, { member: { id }, suppressed }: MemberPage): Markup => {
  if (suppressed.length === 0) return html``;
  const { suppressed: text } = textFor(page.locale).admin.mail;
  const bounced = suppressed.some(({ reason }) => reason === "bounce");
  return html`<h2>${bounced ? text.member : text.memberComplaint}</h2>
    ${suppressedAddresses(page, suppressed, id)}`;
};
