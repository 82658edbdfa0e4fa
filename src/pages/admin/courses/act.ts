import type { Locale } from "#domain/platform/site/locales.ts";
import type { Problem } from "#domain/platform/problem.ts";
import { problemText } from "../../text/fields/texts.ts";
import type { Catalogue } from "../../text/catalogue-type.ts";
import type { Outline, OutlineSection } from "../../views/admin/courses/outline-parts.ts";
import type { Renaming } from "../../views/admin/courses/outline-row.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import type { UndoStep } from "./undo.ts";

export type OutlineNotice = keyof Catalogue["admin"]["outline"]["notices"];

/** A submitted form of the outline. */
export interface Act {
  pageRequest: AdminPageRequest;
  locale: Locale;
  /** The outline before the act. */
  outline: Outline;
  fields: ReadonlyMap<string, string>;
  /** Selected lectures, in the order of the outline. */
  selected: readonly string[];
}

export interface Done {
  kind: "done";
  notice: OutlineNotice;
  count: number;
  undo: readonly UndoStep[];
  /** The changed part, which gets the focus. */
  part?: string | undefined;
  /** Why some of the selected lectures were not changed. */
  failures?: readonly string[];
}

export interface Refused {
  kind: "refused";
  text: string;
  status: number;
  renaming?: Renaming;
}

/** A question before the act. */
export interface Asked {
  kind: "asked";
  about: "lectures" | OutlineSection;
}

export type ActResult = Done | Refused | Asked;

export const done = (notice: OutlineNotice, more: Partial<Omit<Done, "kind" | "notice">> = {}): Done => ({
  kind: "done",
  notice,
  count: 1,
  undo: [],
  ...more,
});

export const refused = (text: string, status = 422, renaming?: Renaming): Refused => ({
  kind: "refused",
  text,
  status,
  ...(renaming && { renaming }),
});

/** Says in words why an operation is refused. */
export function reasonOf(locale: Locale, { code, message, details }: Pick<Problem, "code" | "message" | "details">) {
  const [first] = details.errors ?? [];
  return problemText(locale, first?.code ?? code) ?? first?.detail ?? message;
}

/** A section or a lecture, with its place. */
export interface Placed {
  kind: "section" | "lecture";
  id: string;
  title: string;
  /** The section of a lecture. */
  section: OutlineSection;
  /** Among its siblings. */
  position: number;
}

/** Finds a section or a lecture of an outline. */
export function findPart({ sections }: Outline, id: string): Placed | undefined {
  for (const [index, section] of sections.entries()) {
    if (section.id === id) return { kind: "section", id, title: section.title, section, position: index };
    const position = section.lectures.findIndex((lecture) => lecture.id === id);
    const lecture = section.lectures[position];
    if (lecture) return { kind: "lecture", id, title: lecture.title, section, position };
  }
  return undefined;
}
