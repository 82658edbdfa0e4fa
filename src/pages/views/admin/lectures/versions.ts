import { html, raw } from "hono/html";

import { differencesOf, type Run } from "#lib/text/differences.ts";

import { formatId } from "#domain/platform/ids.ts";

import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

interface Version {
  revision: number;
  title: string;
  /** Null for the text before the first change, and for authors whose names the caller may not see. */
  by: string | null;
  createdAt: Date;
}

interface Course {
  id: string;
  name: string;
}

/** The page of a course, above those of its lectures. */
export const courseLink = ({ id, name }: Course): readonly [href: string, name: string] => [
  `/admin/courses/${formatId("course", id)}`,
  name,
];

export interface LectureVersions {
  id: string;
  title: string;
  course: Course;
  /** The number of the version that was restored. */
  restored: string | undefined;
  /** Newest first. The first one is the current version. */
  versions: readonly Version[];
}

/** The former versions of a lecture. */
export const lectureVersions = (
  page: AdminPage,
  { id, title, course, restored, versions }: LectureVersions,
): string => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  const heading = fillPlain(text.title, { title });
  return adminLayout(page, {
    title: heading,
    above: courseLink(course),
    parent: [lectureAddress("edit", id), title],
    crumb: textFor(page.locale).admin.lectures.history,
    content: html`<h1>${heading}</h1>
      ${restored !== undefined && notice(fillPlain(text.restored, { number: restored }))}
      <p class="lead">${versions.length === 0 ? text.none : fillPlain(text.lead, { count: "50" })}</p>
      <ol class="rows" reversed>
        ${versions.map(
          (version, index) =>
            html`<li class="row">
              <div>
                <a href="${lectureAddress("revision", id, String(version.revision))}"
                  >${fillPlain(text.version, { number: String(version.revision) })}</a
                >
                ${foreign(version.title)}
                <p class="soft">${madeBy(page, version)}</p>
              </div>
              ${index === 0 && html`<p class="here">${text.current}</p>`}
            </li>`,
        )}
      </ol>`,
  });
};

const madeBy = (page: AdminPage, { by, createdAt, revision }: Version): Markup => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  const who = by !== null ? fill(text.by, { name: foreign(by) }) : revision === 1 ? text.first : "";
  return html`${timestamp(page, createdAt)} ${who}`;
};

export interface LectureVersion {
  id: string;
  title: string;
  course: Course;
  version: Version & { bodyMarkdown: string | null };
  /** Lines, from this version to the current one. Undefined if the texts are too long. */
  runs: readonly Run[] | undefined;
  isSame: boolean;
  mayRestore: boolean;
  /** Version of the lecture with which this one is compared. */
  compared: number;
  /** Another person changed the lecture after the comparison was shown. */
  hasChanged: boolean;
}

/** One former version: its differences from the current one, and the form that restores it. */
export const lectureVersion = (page: AdminPage, view: LectureVersion): string => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  const { id, title, version, runs, isSame } = view;
  const number = String(version.revision);
  const heading = fillPlain(isSame ? text.version : text.differences, { number });
  return adminLayout(page, {
    title: heading,
    above: courseLink(view.course),
    parent: [lectureAddress("edit", id), title],
    crumb: fillPlain(text.version, { number }),
    content: html`<h1>${heading}</h1>
      <p class="soft">${madeBy(page, version)} · <a href="${lectureAddress("revisions", id)}">${text.all}</a></p>
      ${view.hasChanged && problem("problem", text.changed)}
      ${isSame ? html`<p class="lead">${fillPlain(text.same, { number })}</p>` : restoring(page, view)}
      ${version.title !== title && html`<p>${fill(text.titleWas, { title: foreign(version.title) })}</p>`}
      ${
        runs === undefined
          ? html`<p>${fillPlain(text.tooLong, { number })}</p>
              <pre class="source">${version.bodyMarkdown ?? ""}</pre>`
          : html`<div class="differences foreign">${pairs(runs).map((pair) => pairView(page, pair, number))}</div>`
      }`,
  });
};

const restoring = (page: AdminPage, { id, version, compared, mayRestore }: LectureVersion): Markup => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  const number = String(version.revision);
  if (!mayRestore) return raw("");
  return html`<form method="post" action="${lectureAddress("revision", id, number)}" class="stack">
    ${hidden("csrf", page.csrf)}${hidden("version", String(compared))}
    <p>${fillPlain(text.restoreHint, { number })}</p>
    <div class="actions">${button(text.restore, { look: "primary" })}</div>
  </form>`;
};

/** Equal lines, or the lines that one version has in place of those of the other. */
type Pair = { same: readonly string[] } | { removed: readonly string[]; added: readonly string[] };

function pairs(runs: readonly Run[]): Pair[] {
  const result: Pair[] = [];
  for (const { kind, parts } of runs) {
    const last = result.at(-1);
    if (kind === "same") result.push({ same: parts });
    else if (kind === "added" && last && "removed" in last && last.added.length === 0) {
      result[result.length - 1] = { removed: last.removed, added: parts };
    } else if (kind === "added") result.push({ removed: [], added: parts });
    else result.push({ removed: parts, added: [] });
  }
  return result;
}

const contextLines = 2;

const pairView = (page: AdminPage, pair: Pair, number: string): Markup => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  if ("same" in pair) return sameLines(page, pair.same);
  const [removed, added] = [pair.removed.join("\n"), pair.added.join("\n")];
  const words = removed === "" || added === "" ? undefined : differencesOf(wordsIn(removed), wordsIn(added));
  const side = (kind: "removed" | "added", whole: string) =>
    words === undefined
      ? html`${whole}`
      : html`${words
          .filter((run) => run.kind === "same" || run.kind === kind)
          .map((run) =>
            run.kind === "same" ? html`${run.parts.join("")}` : html`<mark>${run.parts.join("")}</mark>`,
          )}`;
  return html`${
    pair.removed.length !== 0 &&
    html`<del aria-label="${fillPlain(text.removed, { number })}">${side("removed", removed)}</del>`
  }${pair.added.length !== 0 && html`<ins aria-label="${text.added}">${side("added", added)}</ins>`}`;
};

/** Words, and each space or sign between them. Chinese has no spaces: each character counts. */
const wordsIn = (text: string): string[] => text.match(/[\p{Script=Latin}\p{N}]+|[^\p{Script=Latin}\p{N}]/gu) ?? [];

const sameLines = (page: AdminPage, lines: readonly string[]): Markup => {
  const { versions: text } = textFor(page.locale).admin.lectures;
  if (lines.length <= 2 * contextLines + 1) return html`<p>${lines.join("\n")}</p>`;
  const hiddenLines = lines.slice(contextLines, -contextLines);
  return html`<p>${lines.slice(0, contextLines).join("\n")}</p>
    <details>
      <summary>${fillPlain(text.unchanged, { count: String(hiddenLines.length) })}</summary>
      <p>${hiddenLines.join("\n")}</p>
    </details>
    <p>${lines.slice(-contextLines).join("\n")}</p>`;
};
