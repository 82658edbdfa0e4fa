/** Upper bounds of one rendered text. A text above a bound is rejected, never truncated. */
export const markdownLimits = {
  tableCells: 5000,
  links: 2000,
  formulas: 2000,
  /** Paragraphs, list items, headings, cells and similar elements. */
  elements: 20_000,
  nesting: 50,
  /** Characters of HTML. */
  output: 500_000,
  /** Maximum rendering time of one text in the worker. */
  milliseconds: 10_000,
} as const;

type LimitCode =
  | "too_many_table_cells"
  | "too_many_links"
  | "too_many_formulas"
  | "too_many_elements"
  | "too_deeply_nested"
  | "too_much_output"
  | "too_slow";

/** Reason for rejecting a text. */
export interface TextRefusal {
  code: LimitCode;
  detail: string;
}

const number = (value: number): string => formatNumber("en", value);

const { tableCells, links, formulas, elements, nesting, output, milliseconds } = markdownLimits;

const details: Record<LimitCode, () => string> = {
  too_many_table_cells: () =>
    `The text has more than ${number(tableCells)} table cells. Split the table, or offer it as a file.`,
  too_many_links: () => `The text has more than ${number(links)} links and images. Split the text.`,
  too_many_formulas: () => `The text has more than ${number(formulas)} formulas. Split the text.`,
  too_many_elements: () =>
    `The text has more than ${number(elements)} paragraphs, list items and other elements. Split the text.`,
  too_deeply_nested: () => `The text nests elements more than ${nesting} levels deep. Use fewer levels.`,
  too_much_output: () => `The text becomes more than ${number(output)} characters of HTML. Split the text.`,
  too_slow: () => `The text takes more than ${milliseconds / 1000} seconds to render. Simplify or split the text.`,
};

export const textRefusal = (code: LimitCode): TextRefusal => ({ code, detail: details[code]() });

/** Aborts the rendering of a text that exceeds a limit. */
export class LimitExceeded extends Error {
  readonly refusal: TextRefusal;

  constructor(code: LimitCode) {
    super(details[code]());
    this.name = "LimitExceeded";
    this.refusal = textRefusal(code);
  }
}
import { formatNumber } from "#lib/text/formats.ts";
