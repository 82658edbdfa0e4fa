import type * as z from "zod";

/**
 * Describes a schema issue when the schema has no message of its own. The sentence alone must tell the client what to
 * send instead.
 */
export function formatIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This is required." : sentence(kinds[issue.expected] ?? issue.expected);
    case "invalid_value":
      return sentence(choiceOf(issue.values));
    case "invalid_union":
      return Array.isArray(issue["options"]) ? sentence(choiceOf(issue["options"])) : undefined;
    case "too_small":
      return sentence(boundOf("at least", issue.origin, issue.minimum));
    case "too_big":
      return sentence(boundOf("at most", issue.origin, issue.maximum));
    case "invalid_key":
      return issue.issues[0] && `Invalid key: ${issue.issues[0].message}`;
    case "invalid_format": {
      const format = formats[issue.format];
      return format && sentence(format);
    }
    case "custom":
    case "invalid_element":
    case "not_multiple_of":
    case "unrecognized_keys":
      return undefined;
  }
}

const sentence = (what: string): string => `Expected ${what}.`;

const kinds: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

const formats: Record<string, string> = {
  date: "a date like 2026-03-01",
  datetime: "a timestamp like 2026-03-01T09:00:00Z (RFC 3339)",
  email: "an email address",
};

const choiceOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;

function boundOf(bound: "at least" | "at most", origin: string, limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined ? `${bound} ${limit}` : `${bound} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}

const units: Record<string, string> = { array: "item", string: "character" };
