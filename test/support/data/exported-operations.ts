import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "#domain/platform/operation.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { root, sourceFiles } from "./source-tree.ts";

/** All operations that modules of the domain and of the authorization server export. */
export async function exportedOperations(): Promise<Operation[]> {
  const files = sourceFiles().filter(({ text }) =>
    /\b(?:operation|\w+Operation|\w+Exercise)\(|operationsOn/.test(text),
  );
  const modules = await Promise.all(files.map(({ path: file }) => load(path.join(root, "src", file))));
  return [...new Set(modules.flatMap((module) => Object.values(module)))].filter(isOperation);
}

const load = (file: string): Promise<object> => import(pathToFileURL(file).href);

const isOperation = (value: unknown): value is Operation =>
  isRecord(value) && typeof value["run"] === "function" && "access" in value && "writes" in value;
