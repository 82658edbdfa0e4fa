import { isNode, LineCounter, parseDocument } from "yaml";

/** Values of one document, at all levels together: far more than the largest quiz has. */
const maxValues = 20_000;

export interface ParsedYaml {
  data: unknown;
}

/** The first error of a document. */
export interface BrokenYaml {
  /** 1-based line of the document; undefined if the document as a whole is wrong. */
  line: number | undefined;
  reason: string;
}

/** Parses a document (YAML 1.2). Aliases are rejected, because they can expand a small file into a large one. */
export function parseYaml(text: string): ParsedYaml | BrokenYaml {
  const lines = new LineCounter();
  try {
    const document = read(text, lines);
    const [error] = document.errors;
    if (error) return { line: lineAt(lines, error.pos[0]), reason: `expected YAML: ${error.message}` };
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    return countOf(data) > maxValues ? { line: undefined, reason: `it has more than ${maxValues} values` } : { data };
  } catch (error) {
    if (error instanceof RangeError) return { line: undefined, reason: "YAML is nested too deeply" };
    if (error instanceof ReferenceError) return { line: undefined, reason: "expected YAML without aliases" };
    throw error;
  }
}

/** Returns the line of each value, or of its nearest ancestor. */
export function yamlLines(text: string, paths: readonly (readonly (string | number)[])[]): number[] {
  const lines = new LineCounter();
  const document = read(text, lines);
  return paths.map((path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lineAt(lines, node.range[0]);
    }
    return 1;
  });
}

const read = (text: string, lineCounter: LineCounter) =>
  parseDocument(text, { lineCounter, prettyErrors: false, version: "1.2", schema: "core" });

const lineAt = (lines: LineCounter, offset: number): number => Math.max(lines.linePos(offset).line, 1);

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, item: unknown) => sum + countOf(item), 1);
}
