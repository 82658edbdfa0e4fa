import type { LessonPart } from "./lesson.ts";

/** Labels of fenced divs without a heading of their own. */
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

/** Pandoc's fenced divs as written by the Workbench: three or more colons, with a name at the start of a div. */
const div = /^ {0,3}:{3,}[ \t]*(?:\{?[.#]?([\w-]+)(?:[^\w}-][^}]*)?(?:\}[ \t:]*)?|(?<=[ \t]):[ \t:]*)?$/;
const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Converts a page to plain Markdown: divs become labeled content, and links within the lesson become absolute. `site`:
 * the published URL of the lesson; without it, links are kept.
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
    if (begins) return replacementOf(begins[1], lines[index - 1] ?? "", lines.slice(index + 1));
    return [site === undefined ? line : withAddresses(line, part, site)];
  });
  return read.join("\n");
}

const isApart = (line: string): boolean => line.trim() === "";

/** Returns a label if the div has none, or an empty line to keep two paragraphs apart. */
function replacementOf(name: string | undefined, before: string, following: readonly string[]): string[] {
  const label = name === undefined ? undefined : labels[name];
  const next = following.find((line) => line.trim() !== "") ?? "";
  const said = label === undefined || /^ {0,3}#{1,6}[ \t]/.test(next) ? [] : [`**${label}**`];
  if (said.length === 0) return isApart(before) || isApart(following[0] ?? "") ? [] : [""];
  return [...(isApart(before) ? [] : [""]), ...said, ...(isApart(following[0] ?? "") ? [] : [""])];
}

/** Rewrites the targets of links and images; the alt text of an image follows it. */
const withAddresses = (line: string, part: LessonPart, site: string): string =>
  line
    .replace(
      /(!\[)([^\]]*)(\]\([^)]*\))\{([^}]*)\}/g,
      (_picture, open: string, text: string, target: string, said: string) => {
        const alt = /\balt=(["'])(.*?)\1/.exec(said)?.[2];
        return `${open}${alt ?? text}${target}`;
      },
    )
    .replace(/(\]\()([^)\s]+)/g, (_link, before: string, target: string) => before + addressOf(target, part, site))
    .replace(
      /^(\[[^\]]+\]:[ \t]+)(\S+)/,
      (_link, before: string, target: string) => before + addressOf(target, part, site),
    );

/** On the published site, pages of all parts share one level with `fig/`, `files/` and `data/`. */
function addressOf(target: string, part: LessonPart, site: string): string {
  if (/^([a-z][a-z\d+.-]*:|#|\/|<)/i.test(target)) return target;
  const base = new URL(`${site.replace(/(?<!\/)\/+$/, "")}/`);
  const inLesson = new URL(target, `https://lesson.invalid/${part}/`);
  const path = inLesson.pathname
    .replace(/^\/(episodes|learners|instructors|profiles)\//, "/")
    .replace(/\.R?md$/, ".html");
  return new URL(`.${path}${inLesson.search}${inLesson.hash}`, base).href;
}
