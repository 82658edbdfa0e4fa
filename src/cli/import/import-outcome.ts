import { formatNumber } from "#lib/text/formats.ts";
import type { ImportOutcome } from "#domain/transfer/imports/import-now.ts";
import { textTable } from "#lib/text/text-table.ts";
import { Finding } from "../terminal/errors.ts";
import type { Output } from "../terminal/output.ts";

/** Reports the result of an import and its warnings. Lists failed rows and, after the answer, fails the command. */
export function reportOutcome(output: Output, site: string, { counts, failures, warnings }: ImportOutcome): void {
  for (const { place, detail } of warnings) output.note(`${place}: warning: ${detail}`);
  // The detail already contains the location if it is in a file.
  const lines = failures.map(({ name, detail }) =>
    detail.startsWith(name.replace(/:\d+$/, "")) ? detail : `${name}: ${detail}`,
  );
  for (const line of lines) output.note(line);
  const table = Object.entries(counts).map(([what, count]) => [what, formatNumber("en", count)]);
  output.answer({ site, ...counts, failures, warnings }, textTable([["site", site], ...table]));
  if (failures.length > 0) throw new Finding(`${failures.length} could not be imported.`);
}
