import assert from "node:assert/strict";
import { test } from "node:test";
import { importOulad } from "../../../bench/oulad/import/import-oulad.ts";
import { aSiteContext } from "../support.ts";
import { datasetFolder } from "../../../bench/harness/datasets.ts";
import { missingDataset } from "./fixtures/datasets.ts";

void test(
  "The first students of the Open University data set are imported with their related data",
  { skip: missingDataset("oulad") },
  async () => {
    const context = (await aSiteContext())();
    const counts = await importOulad(context, datasetFolder("oulad"), { students: 500 });
    assert.deepEqual([counts.courses, counts.lectures, counts.members], [22, 6570, 500]);
    assert.ok(counts.enrollments >= 500 && counts.places > 400);
    const again = await importOulad(context, datasetFolder("oulad"), { students: 500 });
    assert.deepEqual(
      Object.values(again).filter((count) => count > 0),
      [],
    );
  },
);
