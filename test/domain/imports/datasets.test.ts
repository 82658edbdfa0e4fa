import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { findCourseBySlug } from "#domain/catalog/courses/queries.ts";
import { listLectures } from "#domain/catalog/curriculum/queries.ts";
import { importCarpentries } from "#domain/transfer/imports/carpentries/import-carpentries.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { aSiteContext } from "../support.ts";
import { datasetFolder, missingDataset } from "./fixtures/datasets.ts";

const wordsOf = (text: string) => text.match(/\p{L}{4,}/gu)!;

void test(
  "The five Carpentries lessons become courses with all episodes, their text in order and no leftover markup",
  { skip: missingDataset("carpentries") },
  async () => {
    const context = (await aSiteContext())();
    const first = await importCarpentries(context, datasetFolder("carpentries"));
    assert.deepEqual([first.courses.created, first.lectures.created], [5, 57]);
    const shell = (await findCourseBySlug(context, "shell-novice"))!;
    const lectures = await listLectures(context, shell.id);
    const pipes = lectures.find(({ title }) => title === "Pipes and Filters")!;
    assert.equal(pipes.durationSeconds, 35 * 60);
    const file = readFileSync(
      path.join(datasetFolder("carpentries"), "shell-novice/episodes/04-pipefilter.md"),
      "utf8",
    );
    const written = wordsOf(
      file
        .replace(/^---.*?^---$/ms, "")
        .replaceAll(/^:{3,}.*$/gm, "")
        .replaceAll(/\]\([^)]*\)/g, ""),
    );
    const importedWords = wordsOf(
      pipes.bodyMarkdown!.replaceAll(/^\*\*[\w ]+\*\*$/gm, "").replaceAll(/\]\([^)]*\)/g, ""),
    );
    const sourceWords = written.filter((word) => !["alt"].includes(word));
    assert.ok(importedWords.length > 1500 && sourceWords.length >= importedWords.length);
    let at = 0;
    for (const word of sourceWords) if (word === importedWords[at]) at++;
    assert.equal(at, importedWords.length, `${importedWords[at]} is out of order`);
    for (const { bodyMarkdown } of lectures) {
      const prose = bodyMarkdown!.replaceAll(/^(```|~~~).*?^\1/gms, "");
      assert.doesNotMatch(prose, /^:{3,}/m);
      assert.doesNotMatch(prose, /\]\((?!https?:|#|mailto:|\/)/);
    }
    const second = await importCarpentries(context, datasetFolder("carpentries"));
    assert.deepEqual([second.courses.unchanged, second.lectures.unchanged], [5, 57]);
  },
);

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
