/** Parses a position that a person types: `3:12`, `1:02:07` or seconds. Undefined if it is none. */
export function readPosition(text: string): number | undefined {
  if (!/^(?:\d{1,6}|(?:\d{1,2}:)?\d{1,4}:[0-5]\d)$/.test(text)) return undefined;
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
