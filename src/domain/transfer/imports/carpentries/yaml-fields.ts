import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { wrongInput } from "../wrong-input.ts";

/** Typed access to the fields of a YAML mapping. */
export interface YamlFields {
  /** Trimmed; undefined if missing or empty. */
  text(key: string): string | undefined;
  requiredText(key: string): string;
  /** Minutes, zero or more. */
  minutes(key: string): number | undefined;
  /** Texts with their line numbers; undefined if missing or empty. */
  list(key: string): { text: string; line: number }[] | undefined;
  /** The fields with other names and a value. */
  others(known: ReadonlySet<string>): OtherField[];
}

export interface OtherField {
  key: string;
  line: number;
  /** As JSON, unless it is a text. */
  value: string;
}

/** `firstLine`: the line of the file where this YAML begins, so that messages have line numbers of the file. */
export function yamlFields(yaml: string, file: string, firstLine = 1): YamlFields {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined) => firstLine - 1 + Math.max(lines.linePos(offset ?? 0).line, 1);
  const broken = document.errors[0];
  if (broken) throw wrongInput(file, lineAt(broken.pos[0]), `expected YAML: ${broken.message}`);
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw wrongInput(file, firstLine, "expected fields: `title: …`");

  const valueOf = (key: string) => {
    const node: unknown = document.get(key, true);
    return isScalar(node) && (node.value === null || node.value === "") ? undefined : node;
  };
  const scalar = (key: string, expected: string) => {
    const node = valueOf(key);
    if (node === undefined) return undefined;
    if (!isScalar(node)) throw wrongInput(file, lineOf(node), `expected ${expected} as \`${key}\``);
    return { value: node.value, line: lineOf(node) };
  };
  const lineOf = (node: unknown) => lineAt(isNode(node) ? node.range?.[0] : undefined);
  const text = (key: string) => {
    const value = scalar(key, "a text")?.value;
    const written = typeof value === "string" || value === undefined ? value : JSON.stringify(value);
    return written?.trim() || undefined;
  };

  return {
    text,
    requiredText(key) {
      const value = text(key);
      if (value === undefined) throw wrongInput(file, firstLine, `\`${key}\` is missing`);
      return value;
    },
    minutes(key) {
      const found = scalar(key, "a number of minutes");
      if (found === undefined) return undefined;
      const { value, line } = found;
      if (typeof value === "number" && value >= 0) return value;
      throw wrongInput(file, line, `expected a number of minutes as \`${key}\`, not ${JSON.stringify(value)}`);
    },
    list(key) {
      const node = valueOf(key);
      if (node === undefined) return undefined;
      if (!isSeq(node)) throw wrongInput(file, lineOf(node), `expected a list as \`${key}\``);
      return node.items.map((item) => {
        if (!isScalar(item) || typeof item.value !== "string") {
          throw wrongInput(file, lineOf(item), `expected the name of a file in \`${key}\``);
        }
        return { text: item.value, line: lineOf(item) };
      });
    },
    others(known) {
      return (contents?.items ?? []).flatMap(({ key, value }): OtherField[] => {
        const name = String(isScalar(key) ? key.value : key);
        const written: unknown = isNode(value) ? value.toJS(document) : value;
        if (known.has(name) || written === null || written === "") return [];
        const text = typeof written === "string" ? written : JSON.stringify(written);
        return [{ key: name, line: lineOf(key), value: text }];
      });
    },
  };
}
