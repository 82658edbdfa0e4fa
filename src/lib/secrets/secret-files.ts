import { readFileSync } from "node:fs";

/** Longest accepted file in characters. A setting has at most a few hundred. */
const maxLength = 8192;

/**
 * Replaces each `NAME_FILE` by `NAME` with the content of that file, as Docker, Kubernetes and systemd provide secrets.
 * Variables of a process are visible to more programs than a file with restricted access.
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  problems: string[],
): Record<string, string | undefined> {
  const result = { ...env };
  for (const name of names) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    delete result[variable];
    if (!file) continue;
    if (env[name]?.trim()) problems.push(`${variable}: ${name} is set as well. Remove one of them.`);
    else result[name] = readSecret(file, (problem) => problems.push(`${variable}: ${problem}`));
  }
  return result;
}

/** Messages name the file but never its content. */
function readSecret(file: string, report: (problem: string) => void): string | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    if (text !== "" && text.length <= maxLength) return text;
    report(`${file} must contain 1 to ${maxLength} characters.`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    report(`${file} cannot be read (${code}).`);
  }
  return undefined;
}
