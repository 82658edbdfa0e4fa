import { describe, test } from "node:test";
import { password } from "../../support/world.ts";
import { anOwner } from "./support/staff.ts";

void describe("Owners, by visible names alone:", () => {
  void test("Import people", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Imports");
    const bytes = Buffer.from("E-mail address;First name;Surname\nnoor@harbour.example;Noor;Haddad\n");
    visitor.enter({ "CSV file": { name: "people.csv", type: "text/csv", bytes } });
    visitor.enter({ "What a row of the file is": "A student" });
    await visitor.click("Next: columns");
    visitor.sees("Noor Haddad", "No problem was found in these rows.");
    await visitor.click("Import 1 rows");
    visitor.sees(/import of/i, /queued|running|succeeded/i);
  });

  void test("Export people, and follow it", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Exports");
    visitor.enter({ Resources: ["Members"], Format: "CSV" });
    await visitor.click("Create");
    visitor.sees(/queued|running|succeeded/i);
    await visitor.click("Jobs");
    visitor.sees(/export/i);
  });

  void test("See who did what", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Redirects", "New redirect");
    visitor.enter({ "Old address": "/old", "New address": "/courses" });
    await visitor.click("Create", "Audit log");
    visitor.sees("Marta Silva", /redirect/i);
  });

  void test("Read the figures", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Analytics");
    visitor.sees(/revenue|sales/i);
  });

  void test("Connect an application with an API key", async () => {
    const { visitor } = await anOwner();
    await visitor.click("API keys", "Create an API key");
    visitor.enter({
      Name: "Back office",
      "Your password": password,
      "View school data": "See all courses, drafts included courses:read",
    });
    await visitor.click("Create API key");
    visitor.sees("lak_");
  });

  void test("Send events to another service", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Webhooks", "Add an endpoint");
    visitor.enter({ URL: "https://hooks.harbour.example/lectern", Courses: "course.published" });
    await visitor.click("Add endpoint");
    visitor.sees("https://hooks.harbour.example/lectern");
  });
});
