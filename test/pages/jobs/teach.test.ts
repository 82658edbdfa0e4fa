import { describe, test } from "node:test";
import type { Visitor } from "../../support/browsers/visitor.ts";
import { anOwner } from "./support/staff.ts";

async function newCourse(visitor: Visitor, name = "Knots and Splices"): Promise<string> {
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: name, "Course type": "Paid" });
  await visitor.click("Create");
  visitor.sees(name);
  return visitor.address.replace(/\?.*/, "");
}

/** Opens the editor of a new lecture. */
async function newLecture(visitor: Visitor): Promise<string> {
  await newCourse(visitor);
  await visitor.click("New section");
  visitor.enter({ Title: "First knots" });
  await visitor.click("Create", "New lecture");
  visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a small loop.", Status: "Published" });
  await visitor.click("Create");
  return visitor.address;
}

void describe("Owners, by visible names alone:", () => {
  void test("Create a course", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    visitor.sees("Draft");
  });

  void test("Add a price to a course", async () => {
    const { visitor } = await anOwner();
    const course = await newCourse(visitor);
    await visitor.click("New price");
    visitor.enter({
      Name: "At once",
      "How students pay": "One-time payment",
      "Price › Amount": "49.50",
      "Price › Currency": "EUR",
    });
    await visitor.click("Create");
    await visitor.open(course);
    visitor.sees("At once", "€49.50");
  });

  void test("See what students pay for a course and get", async () => {
    const { visitor } = await anOwner();
    const course = await newCourse(visitor);
    visitor.sees("No student can get this course yet");
    await visitor.click("New price");
    visitor.enter({ Name: "Immediate", "How students pay": "One-time payment", "Price › Amount": "49.50" });
    await visitor.click("Create");
    await visitor.open(course);
    visitor.sees(/A student pays \S*49\.50 once for lifetime access\./).seesNot("No student can get");
  });

  void test("Write sections and lectures", async () => {
    const { visitor } = await anOwner();
    const course = await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a **small** loop.", Status: "Published" });
    await visitor.click("Create");
    visitor.sees("The bowline");
    await visitor.open(course);
    visitor.sees("First knots");
  });

  void test("Change a lecture as a draft, preview and publish it", async () => {
    const { visitor } = await anOwner();
    const editor = await newLecture(visitor);
    visitor.enter({ Text: "Make a large loop." });
    await visitor.click("Save as draft", "Preview as a student");
    visitor.sees("Make a large loop.");
    await visitor.click("Show the lecture as it is published");
    visitor.sees("Make a small loop.");
    await visitor.open(editor);
    await visitor.click("Publish changes", "Preview as a student");
    visitor.sees("Make a large loop.");
  });

  void test("Save and publish a lecture", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a small loop.", Status: "Draft" });
    await visitor.click("Create");
    visitor.sees("This lecture is a draft: students do not see it yet.").enter({ Text: "Make a large loop." });
    await visitor.click("Save and publish");
    visitor.sees("Published", "Make a large loop.").seesNot("Save and publish");
  });

  void test("Restore a former text of a lecture", async () => {
    const { visitor } = await anOwner();
    await newLecture(visitor);
    visitor.enter({ Text: "Make a large loop." });
    await visitor.click("Publish changes", "Former versions", "Version 1");
    visitor.sees("Make a small loop.");
    await visitor.click("Restore this version");
    visitor.sees("Version 3");
  });

  void test("Arrange, rename, schedule, publish or delete sections and lectures", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("Outline");
    visitor.enter({ "New section": "First knots" });
    await visitor.click("Add: New section");
    visitor.enter({ "New lecture in First knots": "The bowline" });
    await visitor.click("Add: New lecture in First knots");
    visitor.enter({ "New section": "Splices" });
    await visitor.click("Add: New section", "Move down: The bowline", "Rename: The bowline");
    visitor.enter({ Title: "A loop" });
    await visitor.click("Save");
    visitor.enter({ "Select A loop": true });
    await visitor.click("Publish");
    visitor.sees("Published: 1.", /Splices.*A loop/).enter({ "Select A loop": true });
    await visitor.click("Delete");
    visitor.seesNot("A loop");
    await visitor.click("Undo");
    visitor.sees("A loop");
  });

  void test("Move a lecture to another course", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("Outline");
    visitor.enter({ "New section": "First knots" });
    await visitor.click("Add: New section");
    visitor.enter({ "New lecture in First knots": "The bowline" });
    await visitor.click("Add: New lecture in First knots");
    await visitor.open("/admin/courses/new");
    visitor.enter({ Name: "Splices" });
    await visitor.click("Create", "Outline");
    visitor.enter({ "New section": "Ends" });
    await visitor.click("Add: New section", "Courses", "Knots and Splices", "Outline");
    await visitor.click("Move to…: The bowline", "Splices");
    visitor
      .sees("Moves along", "Students of “Splices” see it when you publish it.")
      .enter({ "Ends Lectures: 0": true });
    await visitor.click("Move to “Splices”");
    visitor.sees("Moved.", /Ends.*The bowline/);
    await visitor.click("Undo");
    visitor.seesNot("The bowline");
  });

  void test("Duplicate a course, a section or a lecture", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "The bowline", Type: "Text" });
    await visitor.click("Create", "Duplicate", "Duplicate");
    visitor.sees("The bowline (copy)");
    await visitor.click("Knots and Splices", "First knots", "Duplicate", "Duplicate");
    visitor.sees("First knots (copy)");
    await visitor.click("Knots and Splices", "Duplicate", "Duplicate");
    visitor.sees("Knots and Splices (copy)", "Draft");
  });

  void test("See what a course lacks before it is published", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    visitor.sees("Before you publish", "Publish at least one lecture", "Choose a cover picture");
  });

  void test("Say who teaches a course", async () => {
    const { visitor } = await anOwner();
    const course = await newCourse(visitor);
    await visitor.click("New lecturer");
    visitor.enter({ Name: "Idris Bell" });
    await visitor.click("Create");
    await visitor.open(course);
    visitor.enter({ Lecturer: "Idris Bell" });
    await visitor.click("Add: Lecturer");
    visitor.sees(/Who teaches this course Idris Bell/);
  });

  void test("Ask an assistant about a course", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    visitor.sees("Ask an assistant", "suggest an outline");
  });

  void test("Add a quiz or an assignment to a lecture", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "Show your bowline", Type: "Assignment" });
    await visitor.click("Create", "Edit assignment");
    visitor.enter({ Instructions: "Send a picture of your bowline." });
    await visitor.click("Add a criterion");
    visitor.enter({ "Criterion 1 › Criterion": "The loop holds", "Criterion 1 › Points": "100" });
    await visitor.click("Save the assignment");
    visitor.sees("The assignment is saved.", "Criteria: 1 · Points: 100 of 100.");
  });

  void test("Write, import and try out the questions of a quiz", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "What do you know?", Type: "Quiz" });
    await visitor.click("Create", "Edit the questions");
    visitor.enter({
      "Question 1 › Question": "Which knot makes a loop?",
      "Question 1 › Answer 1 › Answer": "The bowline",
      "Question 1 › Answer 1 › Correct": true,
      "Question 1 › Answer 2 › Answer": "The reef knot",
    });
    await visitor.click("Save the quiz");
    visitor.sees("The quiz is saved.");
    await visitor.click("Import questions");
    visitor.enter({ Questions: "A reef knot joins two ropes. {TRUE}" });
    await visitor.click("Show the questions", "Add 1 questions");
    visitor.sees("The questions are added to the quiz.", "Questions: 2");
    await visitor.click("Try it out", "Submit answers");
    visitor.sees("Not passed.");
  });

  void test("Publish, unpublish, archive or restore a course", async () => {
    const { site, visitor } = await anOwner();
    const course = await newCourse(visitor);
    await visitor.click("New section");
    visitor.enter({ Title: "First knots" });
    await visitor.click("Create", "New lecture");
    visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a small loop.", Status: "Published" });
    await visitor.click("Create");
    await visitor.open(course);
    await visitor.click("Edit");
    visitor.enter({ "Course type": "Free" });
    await visitor.click("Save", "Publish");
    visitor.sees("Published");
    await visitor.open(course);
    await visitor.click("Unpublish", "Unpublish");
    visitor.sees("Draft");
    const shop = await site.browser().open("/courses");
    if (shop.body.includes("Knots and Splices")) throw new Error("An unpublished course is in the catalog.");
  });

  void test("Delete a course", async () => {
    const { visitor } = await anOwner();
    await newCourse(visitor);
    await visitor.click("Delete", "Delete");
    await visitor.open("/admin/courses");
    visitor.seesNot("Knots and Splices");
  });

  void test("Sort courses by topics", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Course categories", "New course category");
    visitor.enter({ Name: "On deck" });
    await visitor.click("Create");
    await visitor.click("Courses", "New course");
    visitor.enter({ Name: "Knots", "Course type": "Free", Categories: ["On deck"] });
    await visitor.click("Create");
    visitor.sees("On deck");
  });

  void test("Introduce lecturers", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Lecturers", "New lecturer");
    visitor.enter({ Name: "Idris Bell", Title: "Boat builder", Biography: "Builds boats since 1990." });
    await visitor.click("Create");
    visitor.sees("Idris Bell", "Boat builder");
  });
});
