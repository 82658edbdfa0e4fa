import type { Locale } from "#domain/platform/site/locales.ts";
import type { OutlineCounts } from "../../../../islands/outline/outline-answer.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, render } from "../../parts/markup.ts";
import { length } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import { wayToPublication } from "./way-to-publication.ts";
import type { Outline, OutlineSection } from "./outline-parts.ts";

export const secondsOf = ({ lectures }: Pick<OutlineSection, "lectures">): number =>
  lectures.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);

/** The duration of a section in words. Empty without one. */
export const lengthOf = (locale: Locale, section: OutlineSection): string => length(locale, secondsOf(section)) ?? "";

/** Sections, lectures and duration of a course in words. */
export function totalOf(locale: Locale, { totals }: Outline): string {
  const counted = fillPlain(textFor(locale).admin.outline.totals, {
    sections: String(totals.sections),
    lectures: String(totals.lectures),
    published: String(totals.publishedLectures),
  });
  const all = length(locale, totals.durationSeconds);
  return all === undefined ? counted : `${counted} · ${all}`;
}

/** The counts of a page, for the script that shows it. */
export const countsOf = (page: AdminPage, address: string, outline: Outline): OutlineCounts => ({
  total: totalOf(page.locale, outline),
  way: render(wayToPublication(page, outline.way, address)),
  sections: outline.sections.map((section) => ({
    id: section.id,
    title: section.title,
    length: lengthOf(page.locale, section),
  })),
});
