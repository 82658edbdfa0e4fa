/** One line of a field with keys and values: `campaign: spring`. Backslashes escape what a line cannot contain. */
export const lineOfPair = (key: string, value: unknown, isTyped: boolean): string =>
  `${escaped(key).replaceAll(":", "\\:")}: ${escaped(textOf(value, isTyped))}`;

/** Reads a line. The value can contain colons, the key has them escaped. A line without a colon has an empty value. */
export function pairOfLine(line: string, isTyped: boolean): readonly [key: string, value: unknown] {
  let end = 0;
  while (end < line.length && line[end] !== ":") end += line[end] === "\\" ? 2 : 1;
  const value = unescaped(line.slice(end + 1).trim());
  return [unescaped(line.slice(0, end).trim()), isTyped ? typedValue(value) : value];
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Spaces at the start and the end have no other form that survives a text field. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
    .replace(/^ /, "\\s")
    .replace(/ $/, "\\s");

const characters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", s: " " };

const unescaped = (text: string): string =>
  text.replaceAll(/\\([:\\]|n|r|s|t)/g, (_, letter: string) => characters[letter] ?? letter);

/** A text that reads as something else is quoted, where values have types. */
function textOf(value: unknown, isTyped: boolean): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return isTyped && typed.test(value) ? JSON.stringify(value) : value;
}

/** Numbers, truth values, lists and quoted texts. */
const typed = /^(true|false|null|-?\d{1,15}(\.\d+)?|\[.*\]|\{.*\}|".*")$/s;

function typedValue(text: string): unknown {
  if (!typed.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
