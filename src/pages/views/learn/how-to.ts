import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, type Markup } from "../parts/markup.ts";
import type { DecimalMark, Question } from "./question.ts";

type Asked = Pick<Question, "kind" | "comparison" | "points">;

/** The way to answer a question, and its points. */
export const howTo = (locale: Locale, { kind, comparison, points }: Asked, decimalMark: DecimalMark): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const isExact = comparison === "exact";
  const decimals = kind === "numeric" && !isExact ? html`${text.decimals[decimalMark]} ` : raw("");
  return html`${isExact ? text.exactly : text.how[kind]} ${decimals}${fill(text.points, { count: String(points) })}`;
};
