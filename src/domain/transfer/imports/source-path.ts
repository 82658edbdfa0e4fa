import { Problem } from "#domain/platform/problem.ts";

const maxParts = 12;

/** Files that tools add to archives. */
export const isClutter = (path: string): boolean => /(^|\/)(__MACOSX|\.git|\.DS_Store|Thumbs\.db)(\/|$)/.test(path);

const isWindows = process.platform === "win32";

/**
 * Control characters, folders and drives of Windows. Its wildcards are letters of names on other systems, where authors
 * have files such as “Unit 1: Aims.pdf”.
 */
const noName = isWindows ? /[\p{Cc}\\:*?"<>|]/u : /[\p{Cc}\\]|^[a-z]:/iu;

/**
 * Returns a relative file path, or throws a Problem. Rejects paths that leave the folder or have another meaning on
 * other systems.
 */
export function requireSourcePath(path: string): string {
  const parts = path.split("/");
  const isFine =
    parts.length <= maxParts &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= 255) &&
    !noName.test(path);
  if (isFine) return path;
  throw new Problem(
    "validation_failed",
    `${JSON.stringify(path.slice(0, 300))}: expected a relative file path like lessons/01-knots.md, without ${isWindows ? '\\ : * ? " < > |' : "\\, without a drive"} and without ..`,
  );
}
