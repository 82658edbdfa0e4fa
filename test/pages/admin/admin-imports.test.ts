import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "../../support/browsers/visitor.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { aSite } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";

const csv = (text: string | Uint8Array, name = "people.csv") => ({ name, type: "text/csv", bytes: Buffer.from(text) });

async function anImporter() {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const visitor = new Visitor(browser);
  await visitor.open("/admin/imports");
  return { site, browser, visitor };
}

void test("A file is uploaded, its columns are changed, tried and imported, and the report has the rows that failed", async () => {
  const { site, browser, visitor } = await anImporter();
  visitor.enter({ "CSV file": csv("Mail;Full name;Notes\nana@pages.example;Cleo Reyes;likes knots\nwrong;Bo;–\n") });
  await visitor.click("Next: columns");
  visitor.sees("people.csv: 2 rows", "Cleo Reyes", "1 of these rows have a problem");
  visitor.enter({ Notes: "Leave out", Mail: "Email (email)" });
  await visitor.click("Update the preview");
  visitor.sees("Cleo Reyes");

  await visitor.click("Try without saving");
  visitor.sees("The import is running.", "Trial: nothing is saved.");
  await runJobsOf(site.site);
  await visitor.click("Refresh");
  visitor.sees("The trial is done. 1 of 2 rows have a problem.", "people.csv:3");
  assert.equal((await browser.open("/admin/students?q=reyes")).body.includes("Cleo Reyes"), false);

  await visitor.click("Import now", "Import 2 rows");
  await runJobsOf(site.site);
  await visitor.click("Refresh");
  visitor.sees("The import is done. 1 of 2 rows were not imported.", "1");
  assert.match((await browser.open("/admin/students?q=reyes")).body, /Cleo Reyes/);
  const report = /href="([^"]*results\?format=csv)"/.exec((await browser.open(visitor.address)).body)?.[1];
  assert.match((await browser.open(report ?? "")).body, /people\.csv:3/);
  assert.equal((await auditOf(site)).filter(({ action }) => action === "startImport").length, 2);
  await visitor.click("Imports");
  visitor.sees("Students", "Trial: nothing is saved.");
});

void test("An export of another program is named, with what stays behind and the course that the file does not name", async () => {
  const { visitor } = await anImporter();
  const text =
    'ID,Last Name,First Name,Email,Status,Enrollment Updated,Completed,Progress,Grade\n7,Reyes,Cleo,ana@pages.example,Enrolled,"January 5, 2026",,40%,–\n';
  visitor.enter({ "CSV file": csv(text), "What a row of the file is": "The enrollment of a student in a course" });
  await visitor.click("Next: columns");
  visitor.sees("This file looks like an export of LifterLMS.", "What stays behind", "Passwords:", "2026-01-05");
});

void test("A missing file and a file that is no table are refused with the reason", async () => {
  const { visitor } = await anImporter();
  await visitor.click("Next: columns");
  visitor.sees("Choose a file.");
  visitor.enter({ "CSV file": csv("\n\n", "empty.csv") });
  await visitor.click("Next: columns");
  visitor.sees(/The file is empty/);
});
