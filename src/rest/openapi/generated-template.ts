import { pause } from "#lib/event-loop/pause.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { openApiDocument } from "./document.ts";
import { placeholders, type Range, type Template } from "./template.ts";

/** Generates the document in this process. In a build, `built-template.ts` is in place of this module. */
export async function openTemplate(): Promise<Template> {
  const { text, values } = await generateTemplate();
  return { byteSize: text.length, values, read: async ([start, end]) => text.subarray(start, end) };
}

export async function generateTemplate(): Promise<{ text: Buffer; values: Map<string, Range> }> {
  const texts: Buffer[] = [];
  const values = new Map<string, Range>();
  let size = 0;
  for (const { text, pointer } of piecesOf(await openApiDocument(placeholders))) {
    const bytes = Buffer.from(text);
    texts.push(bytes);
    if (pointer !== undefined) values.set(pointer, [size, size + bytes.length]);
    size += bytes.length;
    const turn = pause();
    if (turn) await turn;
  }
  return { text: Buffer.concat(texts), values };
}

/** Each operation, webhook and component is a value by itself. All other members of the document are one value each. */
const levels: Readonly<Record<string, number>> = { paths: 3, "x-webhooks": 2, components: 3 };

interface Piece {
  text: string;
  /** Absent between two values. */
  pointer?: string;
}

function* piecesOf(value: unknown, names: readonly string[] = []): Generator<Piece> {
  const [section] = names;
  if (!isRecord(value) || (section !== undefined && names.length === (levels[section] ?? 1))) {
    yield { text: JSON.stringify(value), pointer: pointerOf(names) };
    return;
  }
  let separator = "{";
  for (const [name, member] of Object.entries(value)) {
    yield { text: `${separator}${JSON.stringify(name)}:` };
    yield* piecesOf(member, [...names, name]);
    separator = ",";
  }
  yield { text: separator === "{" ? "{}" : "}" };
}
