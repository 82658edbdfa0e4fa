import { timing, webVttTime } from "./subrip.ts";

/** Browsers skip cues with other times (W3C WebVTT §4.1). */
const valid = /^(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}(?=[ \t]|$)/;

/**
 * Writes the times of cues as browsers read them: files that were renamed from SRT have commas in them. Undefined if a
 * browser would show no cue of the file.
 */
export function repairedWebVtt(text: string): string | undefined {
  let [cues, timed] = [0, 0];
  const repaired = text.replaceAll(/^.*-->.*$/gm, (line) => {
    timed++;
    const plain = line.trim();
    const [whole = "", from, to] = timing.exec(plain) ?? [];
    const isValid = valid.test(plain);
    if (isValid || to !== undefined) cues++;
    if (isValid || from === undefined || to === undefined) return line;
    return `${webVttTime(from)} --> ${webVttTime(to)}${plain.slice(whole.length)}`;
  });
  return timed > 0 && cues === 0 ? undefined : repaired;
}
