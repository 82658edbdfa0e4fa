import { Problem } from "#domain/platform/problem.ts";

/** Hosts as people write them, one a line. */
export interface TypedHosts {
  text: string;
  /** What each line that is not empty says, and which it is, counted from 1; none of them twice. */
  lines: { host: string; number: number }[];
}

export type HostsProblem = { kind: "too_many" } | { kind: "syntax"; line: number };

const longest = 60_000;

export function readHosts(given: string | undefined): TypedHosts {
  const text = (given ?? "").slice(0, longest);
  const lines = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries()) {
    const host = hostIn(line.trim());
    if (host !== "" && !lines.has(host)) lines.set(host, index + 1);
  }
  return { text, lines: [...lines].map(([host, number]) => ({ host, number })) };
}

/** As browsers write it, also where the whole of an origin was copied. What is no host stays as it is. */
function hostIn(line: string): string {
  const address = /^https:\/\//i.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return line;
  const { origin, host, href } = new URL(address);
  return href === `${origin}/` ? host : line;
}

/** What the settings' own rules found wrong, by its line. Anything else is thrown again. */
export function problemIn(error: unknown, { lines }: TypedHosts): HostsProblem {
  if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
  const [first] = error.details.errors ?? [];
  const [, setting, index] = first?.pointer.split("/") ?? [];
  if (setting !== "clientMetadataHosts") throw error;
  const line = index === undefined ? undefined : lines[Number(index)]?.number;
  return line === undefined ? { kind: "too_many" } : { kind: "syntax", line };
}
