import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { suggestKnown } from "#lib/text/suggest-known.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { filterOf } from "./export-filter.ts";
import type { ExportFormat, ExportName } from "./export-names.ts";
import { countRows, readPage } from "./read-list.ts";
import { rowTextOf } from "./row-text.ts";

interface ExportRequest {
  name: ExportName;
  format: ExportFormat;
  /** In wire format. */
  filter: object;
}

/** Exports a list synchronously, for a command. Keeps at most one page in memory. Returns the number of rows. */
export async function exportNow(
  context: RequestContext,
  { name, format, filter: filterInput }: ExportRequest,
  write: (text: string) => Promise<void>,
  onProgress: (part: number) => void = () => {},
): Promise<number> {
  const filter = decode(name, filterInput);
  const total = await countRows(context, name, filter);
  const { head, of } = rowTextOf(name, format);
  let rows = 0;
  let text = head;
  for (let cursor: string | undefined, hasMore = true; hasMore;) {
    const page = await readPage(context, name, filter, cursor);
    for (const row of page.rows) text += of(row);
    await write(text);
    text = "";
    rows += page.rows.length;
    onProgress(total === 0 ? 1 : Math.min(1, rows / total));
    hasMore = page.next !== null;
    cursor = page.next ?? undefined;
  }
  await recordAudit(context, "exportList", { details: { list: name, format, rows } });
  return rows;
}

function decode(name: ExportName, filterInput: object): object {
  const { value, unknown } = compileDecoder(filterOf(name))(filterInput);
  const [first] = unknown;
  if (!first) return asRecord(value);
  const hint = suggestKnown(String(first.path.at(-1)), first.known, "This list has no filters.");
  throw new Problem("validation_failed", `Unknown filter ${first.path.join(".")}. ${hint}`);
}
