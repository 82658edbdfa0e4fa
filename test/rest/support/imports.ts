import assert from "node:assert/strict";
import { runJobsOf } from "../../support/run-jobs.ts";
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

/** Begins an import and does it, as the job runner would. */
export async function imported(operator: Operator, body: object): Promise<ImportJob> {
  const response = await operator.post("/imports", body);
  assert.equal(response.statusCode, 202, response.body);
  await runJobsOf(operator.site.site);
  const { id } = response.json<ImportJob>();
  const job = (await operator.get(`/jobs/${id}`)).json<ImportJob>();
  return job;
}

export const csvOf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join("");
export const ndjsonOf = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Created, updated, unchanged, failed. */
export const countsOf = ({ progress: { created, updated, unchanged, failed } }: ImportJob) => [
  created,
  updated,
  unchanged,
  failed,
];

export const badRowsOf = async (operator: Operator, { id }: ImportJob): Promise<BadRow[]> =>
  (await operator.get(`/jobs/${id}/results?limit=200`)).json<{ data: BadRow[] }>().data;

/** What each bad row is called, and where in it something is wrong. */
export async function faultsOf(operator: Operator, job: ImportJob): Promise<[string, string][]> {
  const rows = await badRowsOf(operator, job);
  return rows.map(({ name, error: { code, errors } }) => [
    name,
    errors ? errors.map(({ pointer, code: inside }) => `${pointer} ${inside}`).join(", ") : code,
  ]);
}
