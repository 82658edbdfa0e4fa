import { readFileSync } from "node:fs";

/**
 * Reads a text from a file of its own format, in which it is edited. Returns a function that fills in the values:
 * `{{origin}}`.
 */
export function readTemplate(file: URL): (values: Readonly<Record<string, string>>) => string {
  const template = readFileSync(file, "utf8");
  return (values) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${file.pathname} has a placeholder without a value: ${name}`);
      return value;
    });
}
