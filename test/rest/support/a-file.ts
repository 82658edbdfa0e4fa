import { assertStatus } from "../../support/assert-status.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import type { Operator } from "./operator.ts";

export const aText: Buffer = Buffer.from("Bring a headlamp.\n");

/** Uploads a file, by default a text. */
export async function aFileOf(
  operator: Operator,
  bytes: Uint8Array = aText,
  fields = {},
  options = {},
): Promise<AFile> {
  const response = await sendFile(operator, bytes, fields, options);
  assertStatus(response, 201);
  return response.json<AFile>();
}
