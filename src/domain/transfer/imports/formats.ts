import { typedKeys } from "#lib/json/typed-object.ts";
import { courseFolder } from "./course-folder/format.ts";
import { courseJson } from "./course-json/format.ts";
import { olx } from "./olx/format.ts";
import type { ImportFormat } from "./import-format.ts";

/** The formats of `POST /imports`. */
export const importFormats = {
  course_folder: courseFolder,
  course_json: courseJson,
  olx,
} as const satisfies Record<string, ImportFormat>;

export type ImportFormatName = keyof typeof importFormats;
export const importFormatNames = typedKeys(importFormats);
