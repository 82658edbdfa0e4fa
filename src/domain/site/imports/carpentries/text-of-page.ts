import type { LessonPart } from "./lesson.ts";

/** What the fenced divs of a lesson are called where they do not begin with a heading of their own. */
const labels: Record<string, string> = {
  objectives: "Objectives",
  questions: "Questions",
  keypoints: "Key points",
  prereq: "Prerequisites",
  challenge: "Challenge",
  solution: "Solution",
  hint: "Hint",
  discussion: "Discussion",
  instructor: "For instructors",
  callout: "Note",
  spoiler: "More about this",
  checklist: "Checklist",
};

/** Three colons or more, with a name where a div begins (Pandoc's fenced divs, as the Workbench writes them). */
const div = /^ {0,3}:{3,}[ \t]*(?:\{?[.#]?([\w-]+)[^}]*\}?)?[ \t]*:*[ \t]*$/;
const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The Markdown of a page as people read it here: divs become their contents below a label, and addresses within the
 * lesson lead to where its site has it. `site`: undefined where the lesson does not say; then its addresses stay.
 */
export function textOfPage(body: string, part: LessonPart, site: string | undefined): string {
  const lines = body.split("\n");
  let code: string | undefined;
  const read = lines.flatMap((line, index) => {
    const fence = codeFence.exec(line)?.[1];
    if (code !== undefined) {
      if (fence?.startsWith(code) && line.trim() === fence) code = undefined;
      return [line];
    }
    code = fence;
    if (fence !== undefined) return [line];
    const begins = div.exec(line.trimEnd());
    if (begins) return inPlaceOf(begins[1], lines[index - 1] ?? "", lines.slice(index + 1));
    return [site === undefined ? line : withAddresses(line, part, site)];
  });
  return read.join("\n");
}

const isApart = (line: string): boolean => line.trim() === "";

/** A label, where the div has none of its own; a line of nothing, where two paragraphs would become one. */
function inPlaceOf(name: string | undefined, before: string, following: readonly string[]): string[] {
  const label = name === undefined ? undefined : labels[name];
  const next = following.find((line) => line.trim() !== "") ?? "";
  const said = label === undefined || /^ {0,3}#{1,6}[ \t]/.test(next) ? [] : [`**${label}**`];
  if (said.length === 0) return isApart(before) || isApart(following[0] ?? "") ? [] : [""];
  return [...(isApart(before) ? [] : [""]), ...said, ...(isApart(following[0] ?? "") ? [] : [""])];
}

/** Of links and pictures, and what a picture shows, which is written behind it. */
const withAddresses = (line: string, part: LessonPart, site: string): string =>
  line
    .replace(
      /(!\[)([^\]]*)(\]\([^)]*\))\{([^}]*)\}/g,
      (_picture, open: string, text: string, target: string, said: string) => {
        const shown = /\balt=(["'])(.*?)\1/.exec(said)?.[2];
        return `${open}${shown ?? text}${target}`;
      },
    )
    .replace(/(\]\()([^)\s]+)/g, (_link, before: string, target: string) => before + addressOf(target, part, site))
    .replace(
      /^(\[[^\]]+\]:[ \t]+)(\S+)/,
      (_link, before: string, target: string) => before + addressOf(target, part, site),
    );

/** Pages of all parts stand beside each other on the site of a lesson, and `fig/`, `files/` and `data/` too. */
function addressOf(target: string, part: LessonPart, site: string): string {
  if (/^([a-z][a-z\d+.-]*:|#|\/|<)/i.test(target)) return target;
  const base = new URL(`${site.replace(/\/+$/, "")}/`);
  const inLesson = new URL(target, `https://lesson.invalid/${part}/`);
  const path = inLesson.pathname
    .replace(/^\/(episodes|learners|instructors|profiles)\//, "/")
    .replace(/\.R?md$/, ".html");
  return new URL(`.${path}${inLesson.search}${inLesson.hash}`, base).href;
}
