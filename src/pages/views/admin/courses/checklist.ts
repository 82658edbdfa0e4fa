import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";
import type { Catalogue } from "../../../text/catalogue-type.ts";

type CheckName = keyof Catalogue["admin"]["course"]["checks"];

export interface ChecklistView {
  isPublished: boolean;
  publishable: boolean;
  wholeCourse: boolean;
  checks: readonly {
    check: CheckName;
    required: boolean;
    done: boolean;
    lectureCount: number;
    lectures: readonly { href: string | undefined; title: string }[];
    /** The place where it is done, if the person may go there. */
    href: string | undefined;
  }[];
  /** The form that publishes all lectures that are drafts. */
  publishingLectures: string | undefined;
  /** The form that publishes the course. */
  publishing: string | undefined;
}

/** The next steps before a course is published, each with its link, then the completed ones. */
export const checklistView = (page: AdminPage, view: ChecklistView, included: Markup = raw("")): Markup => {
  const { checklist: text, checks } = textFor(page.locale).admin.course;
  const open = view.checks.filter(({ done }) => !done);
  const done = view.checks.filter((one) => one.done);
  // A published course without findings needs no list.
  if (view.isPublished && open.length === 0) return raw("");
  const needed = open.filter(({ required }) => required);
  const next = view.isPublished ? undefined : needed.find(({ href }) => href !== undefined);
  return html`<section class="panel checklist" aria-labelledby="checklist">
    <h2 id="checklist">${view.isPublished ? text.titlePublished : text.title}</h2>
    ${
      !view.isPublished &&
      html`<p class="soft">
        ${view.publishable ? (open.length === 0 ? text.ready : text.readyWith) : fillPlain(text.missing, { count: String(needed.length) })}
      </p>`
    }
    <ul class="checks">
      ${open.toSorted((one, other) => Number(other.required) - Number(one.required)).map((one) => openCheck(page, one, view.publishingLectures))}
    </ul>
    ${!view.wholeCourse && html`<p class="hint">${text.notAll}</p>`} ${!view.isPublished && included}
    ${
      next?.href !== undefined &&
      html`<p class="after">
        <a class="button primary" href="${next.href}">${fillPlain(text.next, { step: checks[next.check] })}</a>
      </p>`
    }
    ${
      done.length !== 0 &&
      html`<details class="rare">
        <summary>${fillPlain(text.done, { count: String(done.length) })}</summary>
        <ul class="checks">
          ${done.map(({ check }) => html`<li><span class="tick" aria-hidden="true">✓</span> ${valueLabel(page.locale, "check", check)}</li>`)}
        </ul>
      </details>`
    }
    ${
      view.publishing !== undefined &&
      html`<form method="post" action="${view.publishing}">
        ${hidden("csrf", page.csrf)} ${button(text.publish, { look: "primary" })}
      </form>`
    }
  </section>`;
};

const openCheck = (page: AdminPage, one: ChecklistView["checks"][number], publishing: string | undefined): Markup => {
  const { checklist: text, checks } = textFor(page.locale).admin.course;
  const { check, required, href, lectures, lectureCount } = one;
  const more = lectureCount - lectures.length;
  return html`<li>
    <span class="tag" ${required && raw('data-tone="bad"')}>${required ? text.required : text.recommended}</span>
    ${href === undefined ? checks[check] : html`<a href="${href}">${checks[check]}</a>`}
    ${
      lectures.length !== 0 &&
      html`<ul>
        ${lectures.map(({ href: lecture, title }) => html`<li>${linked(lecture, title)}</li>`)}
        ${more > 0 && html`<li class="soft">${fillPlain(text.more, { count: String(more) })}</li>`}
      </ul>`
    }
    ${
      check === "drafts" &&
      publishing !== undefined &&
      html`<form method="post" action="${publishing}">
        ${hidden("csrf", page.csrf)} ${button(text.publishLectures, { look: "secondary" })}
      </form>`
    }
  </li>`;
};
