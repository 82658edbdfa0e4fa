import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { assertStatus } from "../../support/assert-status.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import type { Operator } from "./operator.ts";

export interface AnExport {
  id: string;
  status: string;
  progress: { total: number | null; processed: number };
  error: { code: string; detail: string } | null;
  result: { url: string; filename: string; content_type: string; byte_size: number; expires_at: string } | null;
}

export async function startExport(operator: Operator, body: object): Promise<AnExport> {
  const response = await operator.post("/exports", body);
  assertStatus(response, 202);
  return response.json<AnExport>();
}

export const readJob = async (operator: Operator, { id }: Pick<AnExport, "id">): Promise<AnExport> =>
  (await operator.get(`/jobs/${id}`)).json<AnExport>();

/** Runs an export to its end and returns the result. */
export async function exported(operator: Operator, body: object): Promise<{ job: AnExport; bytes: Buffer }> {
  const begun = await startExport(operator, body);
  await runJobsOf(operator.site.site);
  const job = await readJob(operator, begun);
  assert.equal(job.status, "succeeded", JSON.stringify(job.error));
  return { job, bytes: await download(operator, job) };
}

export async function download({ site }: Operator, { result }: AnExport): Promise<Buffer> {
  const { pathname, search, origin } = new URL(result!.url);
  assert.equal(origin, site.site.origin);
  const response = await site.request("GET", pathname + search);
  assertStatus(response, 200);
  assert.equal(response.headers["content-type"], result!.content_type);
  assert.equal(response.rawPayload.length, result!.byte_size);
  return response.rawPayload;
}

/** The files of an archive. */
export const filesIn = (archive: Buffer): Map<string, string> =>
  new Map(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));

export const linesOf = (text: string): { id: string; [field: string]: unknown }[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { id: string });

/** All rows of a list, page by page. */
export async function listed(operator: Operator, path: string): Promise<{ id: string; [field: string]: unknown }[]> {
  const rows: { id: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = `${path.includes("?") ? "&" : "?"}limit=200${cursor && `&cursor=${cursor}`}`;
    const response = await operator.get(`${path}${query}`);
    assertStatus(response, 200);
    const { data, page } = response.json<{ data: { id: string }[]; page: { next_cursor: string | null } }>();
    rows.push(...data);
    cursor = page.next_cursor;
  }
  return rows;
}
