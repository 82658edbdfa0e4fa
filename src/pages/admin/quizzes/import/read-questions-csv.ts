import { parse } from "csv-parse/sync";
import { unguard } from "#lib/csv/formula-guard.ts";
import { choiceOf, type ReadProblem, type ReadQuestion, type ReadRow } from "./read-question.ts";

/** Columns of a CSV file with questions. `correct` and `wrong` hold several answers, one per line or between `|`. */
export const questionColumns = ["kind", "question", "correct", "wrong", "points", "tolerance", "explanation"] as const;

type Cells = ReadonlyMap<string, string>;

interface Record {
  record: string[];
  info: { lines: number };
}

/** Reads questions from CSV with a header line. Spreadsheet programs of some countries separate cells by semicolons. */
export function readQuestionsCsv(text: string): ReadRow[] {
  const records = recordsOf(text);
  if (records === undefined) return [{ line: 1, problem: "text", text: "" }];
  const [head, ...rows] = records;
  const header = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  if (!header.includes("kind") || !header.includes("question") || !header.includes("correct")) {
    return [{ line: 1, problem: "columns", text: header.join(", ") }];
  }
  return rows
    .filter(({ record }) => record.some((cell) => cell.trim() !== ""))
    .map(({ record, info }) => {
      const cells = new Map(header.map((name, index) => [name, unguard(record[index] ?? "").trim()]));
      const read = questionOf(cells);
      const line = info.lines;
      return typeof read === "string" ? { line, problem: read, text: record.join(", ") } : { line, question: read };
    });
}

function recordsOf(text: string): Record[] | undefined {
  const first = text.slice(0, 1000).split(/\r|\n/, 1)[0] ?? "";
  const delimiter = [",", ";", "\t"].toSorted((one, other) => first.split(other).length - first.split(one).length)[0];
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Without columns, records are lists of texts.
    return parse(text, { bom: true, delimiter, relax_column_count: true, info: true }) as unknown as Record[];
  } catch {
    return undefined;
  }
}

const kinds: ReadonlyMap<string, ReadQuestion["kind"]> = new Map(
  (["single", "multiple", "true_false", "short_text", "numeric", "ordering", "matching"] as const).map((kind) => [
    kind,
    kind,
  ]),
);

function questionOf(cells: Cells): ReadQuestion | ReadProblem {
  const kind = kinds.get((cells.get("kind") ?? "").toLowerCase().replaceAll(" ", "_"));
  if (!kind) return "kind";
  const [right, wrong] = [answersIn(cells.get("correct")), answersIn(cells.get("wrong"))];
  const points = Number(cells.get("points") || "1");
  const tolerance = cells.get("tolerance") ? Number(cells.get("tolerance")) : null;
  if (Number.isNaN(points) || Number.isNaN(tolerance ?? 0)) return "number";
  const explanation = cells.get("explanation") || null;
  const question: ReadQuestion = {
    kind,
    promptMarkdown: cells.get("question") ?? "",
    choices: [],
    acceptedAnswers: [],
    tolerance,
    points,
    explanation,
  };
  if (kind === "short_text" || kind === "numeric") return { ...question, acceptedAnswers: right };
  if (kind === "ordering") return { ...question, choices: right.map((text) => choiceOf(text, false)) };
  if (kind !== "matching") {
    return {
      ...question,
      choices: [...right.map((text) => choiceOf(text, true)), ...wrong.map((text) => choiceOf(text, false))],
    };
  }
  const pairs = right.map((pair) => [pair, pair.indexOf("=")] as const);
  if (pairs.some(([, at]) => at < 1)) return "pair";
  const choices = pairs.map(([pair, at]) =>
    choiceOf(pair.slice(0, at).trim(), false, { match: pair.slice(at + 1).trim() }),
  );
  return { ...question, choices };
}

const answersIn = (cell = ""): string[] =>
  cell
    .split(/[|\r\n]/)
    .map((answer) => answer.trim())
    .filter((answer) => answer !== "");
