import { Problem } from "#domain/problem.ts";

/** Where a page ends, for whoever asks for the next one. Opaque: clients hand it back unchanged. */
export const encodeCursor = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");

/** The id behind a cursor. Throws `validation_failed`. */
export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, "base64url").toString("hex");
  if (hex.length === 32) return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const detail = "This cursor comes from no list. Leave it out to begin at the first page.";
  throw new Problem("validation_failed", detail, { errors: [{ pointer: "/cursor", code: "invalid_cursor", detail }] });
}
