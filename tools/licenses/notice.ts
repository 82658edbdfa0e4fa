import { readFileSync } from "node:fs";
import path from "node:path";
import type { LicensedPackage } from "./packages.ts";

/**
 * Returns the text of NOTICE: what Lectern contains, all production packages with their licenses, and each license text
 * once with the copyright of its packages. Without versions, which the bill of materials of a release has.
 */
export function noticeOf(packages: readonly LicensedPackage[]): string {
  const head = readFileSync(path.join(import.meta.dirname, "head.txt"), "utf8");
  const names = packages.map(({ name, license }) => `- ${name}: ${license}`);
  const texts = groupByText(packages).map(
    ({ copyrights, text }) => `${"-".repeat(80)}\n${[...copyrights].join("\n")}\n\n${text}\n`,
  );
  return [
    head,
    `\nThese packages are part of Lectern. The text of the Apache License 2.0 is in LICENSE.\n\n${[...new Set(names)].join("\n")}\n`,
    ...texts,
  ].join("\n");
}

interface Group {
  /** Lines like `any-ascii: Copyright (c) 2020 A. Person`. */
  copyrights: Set<string>;
  text: string;
}

const copyright = /^(?:portions )?(?:copyright|\(c\)|©|all rights reserved)/i;
const title = /^(?:\(?the )?(?:mit|isc|bsd|apache|simplified bsd|new bsd)[\w .-]*(?:license|licence)[\w .()-]*$/i;

function groupByText(packages: readonly LicensedPackage[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { name, text } of packages) {
    if (text === undefined) continue;
    const lines = text.replaceAll("\r", "").split("\n");
    const holders = lines.map((line) => line.trim()).filter((line) => copyright.test(line));
    const kept = lines.filter((line) => !copyright.test(line.trim()) && !title.test(line.trim()));
    const key = kept
      .join(" ")
      .replaceAll(/[\s*#>"'`“”‘’]+/g, " ")
      .trim()
      .toLowerCase();
    const group = groups.get(key) ?? { copyrights: new Set(), text: trimmed(kept) };
    group.copyrights.add(holders.length === 0 ? name : `${name}: ${holders.join(" ")}`);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Without empty lines around and repeated ones inside. */
const trimmed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
