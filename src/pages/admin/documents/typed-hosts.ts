import { Problem } from "#domain/platform/problem.ts";

/** Hosts from a form, one per line. */
export interface TypedHosts {
  text: string;
  /** Non-empty lines with their numbers, counted from 1, without duplicates. */
  lines: { host: string; number: number }[];
}

export type HostsProblem = { kind: "too_many" } | { kind: "syntax"; line: number };

const maxLength = 60_000;

export function readHosts(input: string | undefined): TypedHosts {
  const text = (input ?? "").slice(0, maxLength);
  const lines = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries()) {
    const host = hostIn(line.trim());
    if (host !== "" && !lines.has(host)) lines.set(host, index + 1);
  }
  return { text, lines: [...lines].map(([host, number]) => ({ host, number })) };
}

/** Normalizes a host as browsers do, also from a pasted origin. Invalid text stays unchanged. */
function hostIn(line: string): string {
  const address = /^https:\/\//i.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return line;
  const { origin, host, href } = new URL(address);
  return href === `${origin}/` ? host : line;
}

/** Maps a validation error of the settings to its line. Rethrows other errors. */
export function problemIn(error: unknown, { lines }: TypedHosts): HostsProblem {
  if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
  const [first] = error.details.errors ?? [];
  const [, setting, index] = first?.pointer.split("/") ?? [];
  if (setting !== "clientMetadataHosts") throw error;
  const line = index === undefined ? undefined : lines[Number(index)]?.number;
  return line === undefined ? { kind: "too_many" } : { kind: "syntax", line };
}
