/** Maximum bytes of captions that are converted: those of a film of three hours have a tenth. */
export const maxCaptionBytes = 2 * 1024 * 1024;

/** `00:00:01,000 --> 00:00:02,000`. Hours and fractions may be missing, positions may follow. */
export const timing =
  /^((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[,.]\d{1,3})?) *--> *((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[,.]\d{1,3})?)(?=\s|$)/;
const numberOfCue = /^\d+$/;

/** Returns whether a file begins like SubRip captions (.srt). WebVTT begins with its name. */
export function isSubRip(head: string): boolean {
  const [first = "", second = ""] = linesOf(head).filter((line) => line !== "");
  return timing.test(numberOfCue.test(first) ? second : first);
}

/**
 * Converts SubRip captions to WebVTT, which browsers show (W3C WebVTT §4). Bold, italic and underlined text is kept.
 * Fonts, colors and positions are left out.
 */
export function webVttOf(subRip: string): string {
  const blocks: string[] = [];
  let cue: string[] | undefined;
  const end = () => {
    if (cue && cue.length > 1) blocks.push(cue.join("\n"));
    cue = undefined;
  };
  const lines = linesOf(subRip);
  for (const [index, line] of lines.entries()) {
    const [, from, to] = timing.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      end();
      cue = [`${webVttTime(from)} --> ${webVttTime(to)}`];
    } else if (line === "" || isNumberOfCue(line, lines[index + 1])) {
      end();
    } else {
      cue?.push(webVttText(line));
    }
  }
  end();
  return ["WEBVTT", ...blocks, ""].join("\n\n").replace(/\n\n$/, "\n");
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.trim());

/** Some programs leave out the empty line between cues. */
const isNumberOfCue = (line: string, next = ""): boolean => numberOfCue.test(line) && timing.test(next);

/** `1:02,5` is `00:01:02.500`. */
export function webVttTime(text: string): string {
  const [clock = "", fraction = ""] = text.split(/[,.]/);
  const parts = clock.split(":").map((part) => part.padStart(2, "0"));
  return `${["00", ...parts].slice(-3).join(":")}.${fraction.padEnd(3, "0")}`;
}

const keptTag = /^<\/?[biu]>$/i;

/** Keeps the tags that both formats have, and escapes what WebVTT would read as markup. */
const webVttText = (line: string): string =>
  line
    .replaceAll(/\{\\[^{}]{0,100}\}/g, "")
    .replaceAll(/<\/?font\b[^<>]{0,200}>/gi, "")
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,6});)/g, "&amp;")
    .replaceAll(/<\/?\w{1,10}>|[<>]/g, (tag) => {
      if (keptTag.test(tag)) return tag.toLowerCase();
      return tag.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    })
    .trim();
