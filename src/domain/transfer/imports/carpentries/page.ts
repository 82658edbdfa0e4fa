import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { type OtherField, yamlFields } from "./yaml-fields.ts";

/** A page of a lesson: episode, glossary or notes. */
export interface Page {
  /** File name within its folder. */
  name: string;
  title: string;
  /** Teaching plus exercises; undefined if the page has no durations. */
  minutes: number | undefined;
  /** Fields of the front matter that are not imported. */
  others: OtherField[];
  /** Everything below the front matter, unchanged, including fenced divs. */
  body: string;
}

const pageFields = new Set(["title", "teaching", "exercises"]);

const frontMatter = /^---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|$)/ms;

export function readPage(file: string, name: string): Page {
  const text = readText(file);
  const [matter, yaml] = frontMatter.exec(text) ?? [];
  if (matter === undefined || yaml === undefined || !text.startsWith(matter)) {
    throw wrongInput(file, 1, "expected front matter between two lines of ---");
  }
  const fields = yamlFields(yaml, file, 2);
  const teaching = fields.minutes("teaching");
  const exercises = fields.minutes("exercises");
  return {
    name,
    title: fields.requiredText("title"),
    minutes: teaching === undefined && exercises === undefined ? undefined : (teaching ?? 0) + (exercises ?? 0),
    others: fields.others(pageFields),
    body: text.slice(matter.length),
  };
}
