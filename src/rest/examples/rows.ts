import { exampleId, type IdKind } from "#domain/platform/ids.ts";

type Done = "created" | "updated" | "unchanged";

const taken = { code: "already_exists", detail: "Another resource has this external_id." };

/** Builds the example response of a bulk operation, with one result per row. */
export function bulkResults(kind: IdKind | undefined, ...done: readonly Done[]): object {
  const id = kind === undefined ? null : exampleId(kind);
  const failed = done.includes("created") ? [{ index: done.length, status: "failed", id: null, error: taken }] : [];
  const count = (status: Done) => done.filter((one) => one === status).length;
  const counts = { created: count("created"), updated: count("updated"), unchanged: count("unchanged") };
  return {
    results: [...done.map((status, index) => ({ index, status, id })), ...failed],
    summary: { ...counts, deleted: 0, failed: failed.length },
  };
}
