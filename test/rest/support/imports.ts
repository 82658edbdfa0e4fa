import { assertStatus } from "../../support/assert-status.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import type { Operator } from "./operator.ts";

export interface ImportJob {
  id: string;
  status: string;
  resources: string[];
  progress: { total: number; processed: number; created: number; updated: number; unchanged: number; failed: number };
  error: { code: string; detail: string } | null;
}

export interface BadRow {
  row_number: number;
  name: string;
  error: { code: string; detail: string; errors?: { pointer: string; code: string; detail: string }[] };
}

/** Starts an import and runs it like the job runner. */
export async function imported(operator: Operator, body: object): Promise<ImportJob> {
  const response = await operator.post("/imports", body);
  assertStatus(response, 202);
  await runJobsOf(operator.site.site);
  const { id } = response.json<ImportJob>();
  const job = (await operator.get(`/jobs/${id}`)).json<ImportJob>();
  return job;
}

export const csvOf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join("");
export const ndjsonOf = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Counts of rows: created, updated, unchanged, failed. */
export const countsOf = ({ progress: { created, updated, unchanged, failed } }: ImportJob) => [
  created,
  updated,
  unchanged,
  failed,
];

export const badRowsOf = async (operator: Operator, { id }: ImportJob): Promise<BadRow[]> =>
  (await operator.get(`/jobs/${id}/results?limit=200`)).json<{ data: BadRow[] }>().data;

/** Returns the row and field of each error. */
export async function faultsOf(operator: Operator, job: ImportJob): Promise<[string, string][]> {
  const rows = await badRowsOf(operator, job);
  return rows.map(({ name, error: { code, errors } }) => [
    name,
    errors ? errors.map(({ pointer, code: inside }) => `${pointer} ${inside}`).join(", ") : code,
  ]);
}
