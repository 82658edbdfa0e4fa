import { Problem } from "#domain/platform/problem.ts";

const maxParts = 12;

/** Files that tools add to archives. */
export const isClutter = (path: string): boolean => /(^|\/)(__MACOSX|\.git|\.DS_Store|Thumbs\.db)(\/|$)/.test(path);

/**
 * Returns a relative file path, or throws a Problem. Rejects paths that leave the folder or have another meaning on
 * other systems.
 */
export function requireSourcePath(path: string): string {
  const parts = path.split("/");
  const isFine =
    parts.length <= maxParts &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= 255) &&
    // Control characters, and characters with a meaning on other systems: folders, drives, wildcards.
    !/[\p{Cc}\\:*?"<>|]/u.test(path);
  if (isFine) return path;
  throw new Problem(
    "validation_failed",
    `${JSON.stringify(path.slice(0, 300))}: expected a relative file path like lessons/01-knots.md, without \\ : * ? " < > | and without ..`,
  );
}
