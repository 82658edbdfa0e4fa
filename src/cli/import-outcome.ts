import type { ImportOutcome } from "#domain/site/imports/import-now.ts";
import { textTable } from "#lib/text-table.ts";
import { Finding } from "./failure.ts";
import type { Output } from "./output.ts";

/**
 * Says what an import did, and what of rows that were done was left out. Rows that failed are told one by one, and make
 * the command fail when the answer is out.
 */
export function tellOutcome(output: Output, site: string, { counts, failures, warnings }: ImportOutcome): void {
  for (const { place, detail } of warnings) output.note(`${place}: warning: ${detail}`);
  // What is wrong with a row names its place already, where it is a place in a file.
  const lines = failures.map(({ name, detail }) =>
    detail.startsWith(name.replace(/:\d+$/, "")) ? detail : `${name}: ${detail}`,
  );
  for (const line of lines) output.note(line);
  const table = Object.entries(counts).map(([what, count]) => [what, count.toLocaleString("en")]);
  output.answer({ site, ...counts, failures, warnings }, textTable([["site", site], ...table]));
  if (failures.length > 0) throw new Finding(`${failures.length} could not be imported.`);
}
