import type { Form } from "#oauth/form.ts";
import type { Criterion } from "../../views/parts/submission.ts";

/** Points per criterion of a rubric, as entered. Empty: none. */
export type CriterionPoints = readonly string[];

export const criterionField = (index: number): string => `points-${index + 1}`;

export const criterionPointsIn = (form: Form, rubric: readonly Criterion[]): CriterionPoints =>
  rubric.map((_criterion, index) => (form.get(criterionField(index)) ?? "").trim());

/** Reads `8.5` and `8,5`. Anything else is not a number. */
export const pointsOf = (text: string): number =>
  /^\d{1,6}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;

/** Returns the first criterion whose points are not a number from 0 to its maximum. */
export const findWrongCriterion = (rubric: readonly Criterion[], points: CriterionPoints): number | undefined => {
  const wrong = rubric.findIndex(({ points: max }, index) => {
    const text = points[index] ?? "";
    return text !== "" && !(pointsOf(text) <= max);
  });
  return wrong === -1 ? undefined : wrong;
};

/** Returns the sum, or undefined unless every criterion has points. */
export const sumOf = (points: CriterionPoints): number | undefined =>
  points.length === 0 || points.includes("")
    ? undefined
    : Math.round(points.reduce((sum, text) => sum + pointsOf(text), 0) * 100) / 100;

/** Writes the points per criterion as a list above the feedback, which students and other clients read as it is. */
export function withCriteria(rubric: readonly Criterion[], points: CriterionPoints, feedback: string): string {
  const lines = rubric.flatMap((criterion, index) => {
    const text = points[index] ?? "";
    return text === "" ? [] : [`${beginningOf(criterion)}${pointsOf(text)}${endOf(criterion)}`];
  });
  return [lines.join("\n"), feedback].filter((part) => part !== "").join("\n\n");
}

/** Reads what `withCriteria` wrote. Lines of a rubric that has changed since stay part of the feedback. */
export function splitCriteria(
  rubric: readonly Criterion[],
  text: string,
): { points: CriterionPoints; feedback: string } {
  const lines = text.split("\n");
  let read = 0;
  const points = rubric.map((criterion) => {
    const line = lines[read] ?? "";
    const [beginning, end] = [beginningOf(criterion), endOf(criterion)];
    if (!line.startsWith(beginning) || !line.endsWith(end)) return "";
    const value = line.slice(beginning.length, line.length - end.length);
    if (Number.isNaN(pointsOf(value))) return "";
    read += 1;
    return value;
  });
  const isWhole = read > 0 && (lines[read] ?? "") === "";
  return isWhole
    ? { points, feedback: lines.slice(read + 1).join("\n") }
    : { points: rubric.map(() => ""), feedback: text };
}

const beginningOf = ({ title }: Criterion): string => `- ${escaped(title)}: `;

const endOf = ({ points }: Criterion): string => ` / ${points}`;

/** Shows a title as it is, whatever it means in Markdown. */
const escaped = (title: string): string =>
  title
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_[\]<>$~^=|&#]/g, String.raw`\$&`)
    .replace(/^(\d*)([.)+-])/, String.raw`$1\$2`);
