import { Problem } from "#domain/platform/problem.ts";

const mostParts = 12;

/** What programs put into archives beside what people do. */
export const isClutter = (path: string): boolean => /(^|\/)(__MACOSX|\.git|\.DS_Store|Thumbs\.db)(\/|$)/.test(path);

/** A path of a file below a folder, or a Problem: none leads out of it, or means another file elsewhere. */
export function requireSourcePath(path: string): string {
  const parts = path.split("/");
  const isFine =
    parts.length <= mostParts &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= 255) &&
    // Control characters, and what other systems read as something else: folders, drives, wildcards.
    !/[\p{Cc}\\:*?"<>|]/u.test(path);
  if (isFine) return path;
  throw new Problem(
    "validation_failed",
    `${JSON.stringify(path.slice(0, 300))}: expected the path of a file like lessons/01-knots.md, without \\ : * ? " < > | and without ..`,
  );
}
