/** Characters of a received value in an error. */
const maxShown = 60;

/** Names a received value, as the caller wrote it: `the text "5"`, `the list [1]`. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (typeof value === "string") return `the text ${shortened(JSON.stringify(value.slice(0, maxShown + 1)))}`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  // Only the beginning is worth the time.
  if (Array.isArray(value)) return value.length > 5 ? `a list of ${value.length} items` : "a list";
  return "an object";
}

const shortened = (json: string): string => (json.length > maxShown ? `${json.slice(0, maxShown)}…` : json);
