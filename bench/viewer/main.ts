import { existsSync } from "node:fs";
import { chosenRows, readOptions } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { rows as allScaleRows } from "../scale/rows.ts";
import { runScale } from "../scale/run.ts";
import { startViewerContenders } from "./contenders.ts";
import { ouladFolder } from "./data.ts";
import { rows as allRows } from "./rows.ts";

const scaleRows = allScaleRows.filter(({ name }) => name === "viewer");
const options = readOptions({
  name: "bench:viewer",
  about:
    "Compares the Member API with mercurius and with a plain REST handler. All contenders share one database and take turns.",
  rows: allRows,
  scaleRows,
});

if (options.scale) await runScale(options, scaleRows);
else {
  const rows = chosenRows(allRows, options).filter(({ name, title }) => {
    if (name !== "viewer-oulad" || existsSync(ouladFolder)) return true;
    process.stderr.write(
      `Skipped: ${title}. There is no data set in ${ouladFolder}. Set DATASETS to its parent folder.\n`,
    );
    return false;
  });
  await runComparison({
    name: "viewer",
    rows,
    roles: { peer: "mercurius", ours: "lectern", limit: "rest" },
    start: (cluster, affinity) => startViewerContenders(cluster, affinity, rows),
    options,
  });
}
