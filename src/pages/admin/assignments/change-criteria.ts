import type { FormValues } from "../derived/form-values.ts";
import type { ChangedRows } from "../parts/form-with-rows.ts";
import { listRows, replaceRows, type Row } from "../quizzes/rows.ts";

/** The value of the button that makes the sum of the points the maximum score. */
export const setMaxScore = "set-max";

const change = /^(add|up|down|remove)(?::(\d{1,3}))?$/;

/** Returns the change that a button makes, by its value: `up:3`, for the row with this number. */
export function criteriaChangeOf(act: string | undefined): ((values: FormValues) => ChangedRows) | undefined {
  if (act === setMaxScore) return (values) => ({ values: withMaxScore(values), at: -1 });
  const [, name, row = "0"] = change.exec(act ?? "") ?? [];
  return name === undefined ? undefined : (values) => changeCriteria(values, name, Number(row));
}

/** The points of all criteria together. */
export const pointsOf = (values: FormValues): number =>
  listRows(values, "rubric").reduce((sum, { row }) => sum + (Number(row.get("points")) || 0), 0);

const withMaxScore = (values: FormValues): FormValues => new Map([...values, ["max_score", String(pointsOf(values))]]);

function changeCriteria(values: FormValues, act: string, number: number): ChangedRows {
  const rows = listRows(values, "rubric");
  const criteria = rows.map(({ row }) => row);
  const at = rows.findIndex((one) => one.number === number);
  const criterion = criteria[at];
  const withCriteria = (changed: readonly Row[], position: number) => ({
    values: replaceRows(values, "rubric", changed),
    at: position,
  });
  if (act === "add" || !criterion) return withCriteria([...criteria, new Map([["title", ""]])], criteria.length);
  const otherCriteria = criteria.toSpliced(at, 1);
  if (act === "remove") return withCriteria(otherCriteria, Math.max(0, at - 1));
  const to = act === "up" ? Math.max(0, at - 1) : Math.min(otherCriteria.length, at + 1);
  return withCriteria(otherCriteria.toSpliced(to, 0, criterion), to);
}

/** Returns the values to save: without criteria that were added, and not written. */
export function storedValues(values: FormValues): FormValues {
  const blank = listRows(values, "rubric").filter(({ row }) =>
    ["title", "description", "points"].every((part) => (row.get(part) ?? "").trim() === ""),
  );
  const starts = blank.map(({ number }) => `rubric.${number}.`);
  return new Map([...values].filter(([name]) => !starts.some((start) => name.startsWith(start))));
}
