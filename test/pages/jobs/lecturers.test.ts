import { describe, test } from "node:test";
import { Visitor } from "../../support/browsers/visitor.ts";
import { staffOf } from "./support/staff.ts";

/** A lecturer with a course of their own. */
async function aLecturer() {
  const { site, visitor: owner } = await staffOf("owner");
  const member = await site.member({ roles: ["lecturer"], name: "Idris Bell" });
  await owner.click("Lecturers", "New lecturer");
  owner.enter({ Name: "Idris Bell", Member: "Idris Bell" });
  await owner.click("Create", "Courses", "New course");
  owner.enter({ Name: "Knots", "Course type": "Free", Lecturers: ["Idris Bell"] });
  await owner.click("Create");
  const visitor = await new Visitor(await site.signedIn(member)).open("/admin");
  return { site, owner, visitor };
}

void describe("Lecturers, by visible names alone:", () => {
  void test("Change the own courses", async () => {
    const { visitor } = await aLecturer();
    await visitor.click("Courses", "Knots", "Edit");
    visitor.enter({ Subtitle: "For beginners" });
    await visitor.click("Save");
    visitor.sees("For beginners");
  });

  void test("Write sections and lectures of the own courses", async () => {
    const { visitor } = await aLecturer();
    await visitor.click("Courses", "Knots", "New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a loop." });
    await visitor.click("Create");
    visitor.sees("The bowline");
  });

  void test("See the students of the own courses", async () => {
    const { site, owner, visitor } = await aLecturer();
    await site.member({ roles: ["student"], name: "Noor Haddad" });
    await owner.click("Enrollments", "New enrollment");
    owner.enter({ Person: "Noor Haddad" });
    await owner.click("Give access");
    await visitor.click("Students");
    visitor.sees("Noor Haddad");
  });

  void test("Write posts", async () => {
    const { visitor } = await aLecturer();
    await visitor.click("Posts", "New post");
    visitor.enter({ Title: "Weather for sailors", Text: "It blows.", Readers: "Everyone" });
    await visitor.click("Create");
    visitor.sees("Weather for sailors");
  });
});
