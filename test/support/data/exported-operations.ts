import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "#domain/platform/operation.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { root, sourceFiles } from "./source-tree.ts";

/** All operations that modules of the domain and of the authorization server export, by their `file name`. */
export async function operationsByExport(): Promise<ReadonlyMap<string, Operation>> {
  const files = sourceFiles().filter(({ text }) =>
    /\b(?:operation|\w+Operation|\w+Exercise)\(|operationsOn/.test(text),
  );
  const modules = await Promise.all(
    files.map(async ({ path: file }) => ({ file, exported: Object.entries(await load(path.join(root, "src", file))) })),
  );
  return new Map(
    modules.flatMap(({ file, exported }) =>
      exported.flatMap(([name, value]) => (isOperation(value) ? [[`${file} ${name}`, value] as const] : [])),
    ),
  );
}

export const exportedOperations = async (): Promise<Operation[]> => [...new Set((await operationsByExport()).values())];

const load = (file: string): Promise<object> => import(pathToFileURL(file).href);

const isOperation = (value: unknown): value is Operation =>
  isRecord(value) && typeof value["run"] === "function" && "access" in value && "writes" in value;
