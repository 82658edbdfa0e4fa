import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { bar } from "../../charts/bar.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { count, percentText } from "./values.ts";

/** Progress of enrolled students through a course. Shares range from 0 to 100. */
export interface Funnel {
  enrollments: number;
  lectures: readonly {
    lectureId: string;
    title: string;
    sectionTitle: string | null;
    started: number;
    completed: number;
    startedPercent: number | null;
    completedPercent: number | null;
    dropOffPercent: number | null;
  }[];
}

type Lecture = Funnel["lectures"][number];

/** Lectures in order: a bar for students who started, and inside it one for those who completed. */
export const funnel = (locale: Locale, { lectures }: Funnel): Markup => {
  const { course: text } = textFor(locale).admin.analytics;
  if (lectures.length === 0) return html`<p class="prose soft">${text.noLectures}</p>`;
  return html`<ul class="key" aria-hidden="true">
      <li>${sample("whole")}${text.started}</li>
      <li>${sample("full")}${text.completed}</li>
    </ul>
    <table class="measures funnel">
      <thead>
        <tr>
          <th scope="col">${text.lecture}</th>
          <th scope="col">${text.started}</th>
          <th scope="col">${text.completed}</th>
          <th scope="col">${text.lost}</th>
        </tr>
      </thead>
      ${inSections(lectures).map(
        ([section, within]) =>
          html`<tbody>
            ${
              section !== null &&
              html`<tr class="part">
                <th scope="rowgroup" colspan="4">${foreign(section)}</th>
              </tr>`
            }
            ${within.map((lecture) => row(locale, lecture))}
          </tbody>`,
      )}
    </table>
    <p class="aside after">${text.lostHint}</p>`;
};

const row = (locale: Locale, lecture: Lecture): Markup => {
  const { title, started, completed, startedPercent, completedPercent, dropOffPercent } = lecture;
  return html`<tr>
    <th scope="row">${foreign(title)} ${bar((startedPercent ?? 0) / 100, (completedPercent ?? 0) / 100)}</th>
    <td>${count(locale, started)}</td>
    <td>${count(locale, completed)}</td>
    <td>${dropOffPercent === null || dropOffPercent <= 0 ? "–" : percentText(locale, dropOffPercent)}</td>
  </tr>`;
};

/** Groups consecutive lectures by section. */
const inSections = (lectures: readonly Lecture[]): [string | null, Lecture[]][] => {
  const groups: [string | null, Lecture[]][] = [];
  for (const lecture of lectures) {
    const last = groups.at(-1);
    if (last && last[0] === lecture.sectionTitle) last[1].push(lecture);
    else groups.push([lecture.sectionTitle, [lecture]]);
  }
  return groups;
};

const sample = (look: string): Markup =>
  html`<svg class="bar" width="24" height="10"><rect class="${look}" width="24" height="10" /></svg>`;
