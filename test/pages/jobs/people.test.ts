import { describe, test } from "node:test";
import { day, now } from "../../support/clock.ts";
import type { Visitor } from "../../support/browsers/visitor.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { setUpApp } from "../../support/second-factors.ts";
import { aReviewer } from "../../support/worlds/reviews.ts";
import { anOwner } from "./support/staff.ts";

/** An owner of a school with a student. */
async function withStudent(name = "Noor Haddad") {
  const all = await anOwner();
  const student = await all.site.member({ roles: ["student"], name });
  const memberPage = async () => {
    await all.visitor.open("/admin");
    await all.visitor.click("Members", name);
  };
  return { ...all, student, memberPage };
}

async function withCourse(visitor: Visitor): Promise<void> {
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: "Knots", "Course type": "Free" });
  await visitor.click("Create");
}

async function enroll(visitor: Visitor, student: string): Promise<void> {
  await withCourse(visitor);
  await visitor.click("Enrollments", "New enrollment");
  visitor.enter({ Person: student });
  await visitor.click("Give access");
}

void describe("Owners, by visible names alone:", () => {
  void test("Invite a person, with roles", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Members", "New member");
    visitor.enter({ Name: "June Park", Email: "june@harbour.example", Roles: ["Manager"] });
    await visitor.click("Create");
    visitor.sees("June Park");
  });

  void test("Help a member who lost phone and passkeys", async () => {
    const { site, visitor, student, memberPage } = await withStudent();
    await setUpApp(site, student);
    await memberPage();
    await visitor.click("Remove second factors", "Remove second factors");
    visitor.sees(/second factors have been removed/);
  });

  void test("Send an invitation again, or revoke it", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Members", "New member");
    visitor.enter({ Name: "June Park", Email: "june@harbour.example", Roles: ["Student"] });
    await visitor.click("Create", "Invitations", "Resend: june@harbour.example", "Resend");
    await visitor.open("/admin/invitations");
    await visitor.click("Revoke: june@harbour.example", "Revoke");
    await visitor.open("/admin/invitations");
    visitor.sees(/revoked/i);
  });

  void test("Find a person", async () => {
    const { visitor } = await withStudent();
    await visitor.click("Members");
    visitor.enter({ Search: "noor" });
    await visitor.click("Apply");
    visitor.sees("Noor Haddad");
    visitor.seesNot("Marta Silva");
  });

  void test("Change a profile", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Edit");
    visitor.enter({ Name: "Noor H. Haddad", "Phone number": "+351 900 000 000" });
    await visitor.click("Save");
    visitor.sees("Noor H. Haddad");
  });

  void test("Change roles", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Edit roles");
    visitor.enter({ Roles: ["Teaching assistant"] });
    await visitor.click("Save");
    visitor.sees(/saved|changed/i, "Teaching assistant");
  });

  void test("Suspend a person", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Suspend", "Suspend");
    visitor.sees(/suspended/i);
  });

  void test("End the sessions of a person", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Sign out everywhere", "Sign out everywhere");
    visitor.sees("Done.");
  });

  void test("Write a note about a member", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("New note");
    visitor.enter({ Text: "Prefers mornings." });
    await visitor.click("Create");
    await memberPage();
    visitor.sees("Prefers mornings.");
  });

  void test("Send a message to a member", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Write a message");
    visitor.enter({ Subject: "Welcome", Text: "We start on Monday." });
    await visitor.click("Continue");
    visitor.sees("This message goes to one person.", "We start on Monday.");
    await visitor.click("Back to writing");
    visitor.enter({ Text: "We start on Tuesday." });
    await visitor.click("Continue");
    await visitor.click("Send");
    visitor.sees("Welcome", "We start on Tuesday.");
  });

  void test("Write to the students of a course, at a time, and cancel it", async () => {
    const { visitor } = await withStudent();
    await enroll(visitor, "Noor Haddad");
    await visitor.click("Courses", "Knots", "Write a message");
    const date = new Date(now().getTime() + 3 * day).toISOString().slice(0, 10);
    visitor.enter({ Subject: "Tomorrow", Text: "Bring a rope.", Date: date, Time: "09:00" });
    await visitor.click("Continue");
    visitor.sees("Active students of Knots");
    await visitor.click("Schedule");
    visitor.sees("Scheduled");
    await visitor.click("Cancel", "Cancel");
    visitor.sees("Canceled");
  });

  void test("Send a person an email to set a new password", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Send a password email", "Send a password email");
    visitor.sees("Done.");
  });

  void test("Let a person teach a course", async () => {
    const { visitor, memberPage } = await withStudent();
    await withCourse(visitor);
    await memberPage();
    await visitor.click("Add to the team of a course");
    visitor.enter({ Course: "Knots", Role: "Lecturer" });
    await visitor.click("Add to the team of a course");
    visitor.sees("Knots", "Lecturer");
  });

  void test("See everything about a person, and give access there", async () => {
    const { visitor, memberPage } = await withStudent();
    await withCourse(visitor);
    await memberPage();
    await visitor.click("Give access to a course");
    visitor.enter({ Course: "Knots" });
    await visitor.click("Give access");
    await visitor.open("/admin/digital_products/new");
    visitor.enter({ Name: "Star charts" });
    await visitor.click("Create");
    await memberPage();
    visitor.sees("0 of 0 lectures completed");
    await visitor.click("Give a download");
    visitor.enter({ Product: "Star charts" });
    await visitor.click("Create");
    await memberPage();
    visitor.sees("Star charts", "Granted");
  });

  void test("Export the data of a person", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Export data");
    await visitor.click("Export data");
    visitor.sees(/export|job/i);
  });

  void test("Erase a person", async () => {
    const { visitor, memberPage } = await withStudent();
    await memberPage();
    await visitor.click("Erase personal data", "Erase personal data");
    visitor.sees(/eras/i);
  });

  void test("Merge two accounts of one person", async () => {
    const { site, visitor, memberPage } = await withStudent();
    await site.member({ roles: ["student"], name: "Noor Haddad-Lopes", email: "noor.lopes@harbour.example" });
    await memberPage();
    await visitor.click("Merge with another member…");
    visitor.enter({ "Email address or ID of the member who stays": "noor.lopes@harbour.example" });
    await visitor.click("Preview");
    visitor.sees("Noor Haddad-Lopes");
  });

  void test("Enroll a student", async () => {
    const { visitor } = await withStudent();
    await enroll(visitor, "Noor Haddad");
    visitor.sees("Noor Haddad", "Knots");
  });

  void test("Extend, end or revoke access", async () => {
    const { visitor } = await withStudent();
    await enroll(visitor, "Noor Haddad");
    const enrollment = visitor.address.replace(/\?.*/, "");
    await visitor.click("Extend");
    visitor.enter({ Days: "30" });
    await visitor.click("Extend");
    await visitor.open(enrollment);
    await visitor.click("Revoke", "Revoke");
    visitor.sees(/revoked/i);
  });

  void test("Unlock lectures", async () => {
    const { visitor } = await withStudent();
    await enroll(visitor, "Noor Haddad");
    await visitor.click("Edit unlocks");
    visitor.enter({ "All lectures": "Yes" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Enroll a class", async () => {
    const { visitor } = await withStudent();
    await withCourse(visitor);
    await visitor.click("Groups", "New group");
    visitor.enter({ Name: "Spring class", Courses: ["Knots"] });
    await visitor.click("Create", "Add student");
    visitor.enter({ Students: ["Noor Haddad"] });
    await visitor.click("Add student");
    await visitor.open("/admin/enrollments");
    visitor.sees("Noor Haddad", "Knots");
  });

  void test("Issue a certificate, and revoke it", async () => {
    const { site, visitor } = await withStudent();
    await enroll(visitor, "Noor Haddad");
    await visitor.click("Certificates", "New certificate");
    visitor.enter({ Enrollment: "Noor Haddad, Knots" });
    await visitor.click("Create");
    visitor.sees("Certificates require an enrollment that is completed");
    const course = await aCourse(site, [[{}]], { course: { name: "Splices" } });
    await aReviewer(site, course, { name: "Tom Reed" });
    await visitor.click("Certificates", "New certificate");
    visitor.enter({ Enrollment: "Tom Reed, Splices" });
    await visitor.click("Create");
    visitor.sees("Tom Reed");
    visitor.enter({ Reason: "Issued by mistake" });
    await visitor.click("Revoke the certificate");
    visitor.sees(/revoked/i);
  });

  void test("Ask for more in profiles", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Member fields", "New member field");
    visitor.enter({ Key: "boat", Type: "Short text", Label: "Name of your boat" });
    await visitor.click("Create");
    visitor.sees("Name of your boat");
  });
});
