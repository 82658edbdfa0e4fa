import { pause } from "#lib/event-loop/pause.ts";

/** PostgreSQL text cannot contain U+0000, and UTF-8 cannot encode a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

interface Node {
  value: unknown;
  key: PropertyKey;
  within: Node | undefined;
}

/**
 * Returns the path of the first text or field name in an input that PostgreSQL cannot store; undefined if there is
 * none.
 */
export function findUnstorableText(input: unknown): PropertyKey[] | undefined {
  const search = searchUnstorable(input);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value;
}

/** Like `findUnstorableText`, but yields to the event loop between slices. */
export async function findUnstorableInSlices(input: unknown): Promise<PropertyKey[] | undefined> {
  const search = searchUnstorable(input);
  let step = search.next();
  for (; !step.done; step = search.next()) {
    const turn = pause();
    if (turn) await turn;
  }
  return step.value;
}

const valuesPerSlice = 500;

function* searchUnstorable(input: unknown): Generator<void, PropertyKey[] | undefined> {
  let values = 0;
  // An explicit stack instead of recursion: input may be nested as deeply as a body is long.
  const nodes: Node[] = [{ value: input, key: "", within: undefined }];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (++values % valuesPerSlice === 0) yield;
    const { value, key } = node;
    if ((typeof value === "string" && !isStorable(value)) || (typeof key === "string" && !isStorable(key))) {
      return pathOf(node);
    }
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    for (const [name, inside] of Object.entries(value)) nodes.push({ value: inside, key: name, within: node });
  }
  return undefined;
}

function pathOf(node: Node): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = node; at.within; at = at.within) path.unshift(at.key);
  return path;
}
