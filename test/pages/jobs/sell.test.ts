import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Visitor } from "../../support/browsers/visitor.ts";
import { anOwner } from "./support/staff.ts";

async function withStudent(name = "Noor Haddad") {
  const all = await anOwner();
  await all.site.member({ roles: ["student"], name });
  return all;
}

async function sellCourse(visitor: Visitor): Promise<void> {
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: "Knots", "Course type": "Paid" });
  await visitor.click("Create", "New section");
  visitor.enter({ Title: "First knots" });
  await visitor.click("Create", "New lecture");
  visitor.enter({ Title: "The bowline", Type: "Text", Text: "Make a loop.", Status: "Published" });
  await visitor.click("Create", "Courses", "Knots", "New price");
  visitor.enter({
    Name: "At once",
    "How students pay": "One-time payment",
    "Price › Amount": "49",
    "Price › Currency": "EUR",
  });
  await visitor.click("Create", "Courses", "Knots", "Publish");
}

async function recordSale(visitor: Visitor): Promise<void> {
  await sellCourse(visitor);
  await visitor.click("Orders", "Record a sale");
  visitor.enter({
    "Email address of the buyer": "noor@harbour.example",
    "Name, for a person who is new to the school": "Noor Haddad",
    Item: "Knots (At once) · €49",
  });
  await visitor.click("Record the sale");
}

async function newMembership(visitor: Visitor): Promise<string> {
  await visitor.click("Memberships", "New membership");
  visitor.enter({ Name: "Crew", Status: "Active", "Plan type": "Recurring", "Benefits › All courses": true });
  await visitor.click("Create", "New price");
  visitor.enter({ Label: "A year", Interval: "Year", "Price › Amount": "120", "Price › Currency": "EUR" });
  await visitor.click("Create");
  return visitor.address.replace(/\?.*/, "");
}

async function giveMembership(visitor: Visitor): Promise<void> {
  await newMembership(visitor);
  await visitor.click("Subscriptions", "New subscription");
  visitor.enter({ Member: "Noor Haddad", Plan: "Crew" });
  await visitor.click("Create");
}

async function newDownload(visitor: Visitor): Promise<void> {
  await visitor.click("Downloads", "New download");
  visitor.enter({ Name: "Knot cards", "Price › Amount": "9", "Price › Currency": "EUR" });
  await visitor.click("Create");
}

async function newService(visitor: Visitor): Promise<void> {
  await visitor.click("Consulting", "New consulting service");
  visitor.enter({
    Name: "Plan your trip",
    "Price › Amount": "60",
    "Price › Currency": "EUR",
    "Length in minutes": "60",
    Lecturers: ["Idris Bell"],
    Status: "Published",
    "Availability › Weekly hours › Row 1 › Day": "Monday",
    "Availability › Weekly hours › Row 1 › From": "09:00",
    "Availability › Weekly hours › Row 1 › To": "17:00",
  });
  await visitor.click("Create");
}

void describe("Owners, by visible names alone:", () => {
  void test("Create a coupon", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Coupons", "New coupon");
    visitor.enter({ Code: "SPRING20", Discount: "Percent", "Discount › Percent": "20" });
    await visitor.click("Create");
    visitor.sees("SPRING20", "20");
  });

  void test("Generate many coupons", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Coupons", "Generate coupons");
    visitor.enter({ Number: "3", Discount: "Percent", "Discount › Percent": "10" });
    await visitor.click("Generate coupons");
    await visitor.open("/admin/coupons");
    visitor.sees(/percent|10/i);
  });

  void test("Record a sale that was paid elsewhere", async () => {
    const { visitor } = await withStudent();
    await recordSale(visitor);
    visitor.sees("Noor Haddad", "€49");
  });

  void test("Find an order by its number, buyer or item, refund it", async () => {
    const { visitor } = await withStudent();
    await recordSale(visitor);
    await visitor.click("Orders");
    visitor.sees("Noor Haddad", "Knots");
    await visitor.click("Noor Haddad");
    const [order = ""] = /Order [\w-]+/.exec(visitor.text) ?? [];
    await visitor.click(order);
    visitor.enter({ "Reason, for your records": "The person moved away" });
    await visitor.click("Review the refund");
    visitor.sees("€49");
    await visitor.click("Refund €49");
    visitor.sees("Refunded €49");
  });

  void test("Create a membership and its prices", async () => {
    const { visitor } = await anOwner();
    await newMembership(visitor);
    visitor.sees("A year", "€120");
  });

  void test("Give a membership", async () => {
    const { visitor } = await withStudent();
    await giveMembership(visitor);
    visitor.sees("Noor Haddad", "Crew");
  });

  void test("Extend a membership", async () => {
    const { visitor } = await withStudent();
    await giveMembership(visitor);
    await visitor.click("Extend");
    visitor.enter({ Days: "30" });
    await visitor.click("Extend");
    visitor.sees(/done|saved/i);
  });

  void test("Cancel a membership", async () => {
    const { visitor } = await withStudent();
    await giveMembership(visitor);
    await visitor.click("Cancel", "Cancel");
    visitor.sees(/cancel/i);
  });

  void test("Sell a download", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Files", "New file");
    visitor.enter({ File: { name: "cards.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") } });
    await visitor.click("Create");
    await newDownload(visitor);
    await visitor.click("New file");
    visitor.enter({ File: "cards.pdf" });
    await visitor.click("Create");
    visitor.sees("cards.pdf");
  });

  void test("Give a download to a member", async () => {
    const { visitor } = await withStudent();
    await newDownload(visitor);
    await visitor.click("Add grant");
    visitor.enter({ Member: "Noor Haddad" });
    await visitor.click("Add grant");
    visitor.sees("Noor Haddad");
  });

  void test("Offer consulting, with times", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Lecturers", "New lecturer");
    visitor.enter({ Name: "Idris Bell" });
    await visitor.click("Create");
    await newService(visitor);
    visitor.sees("Plan your trip", "Idris Bell");
  });

  void test("Book, move, cancel or complete a session", async () => {
    const { visitor } = await withStudent();
    await visitor.click("Lecturers", "New lecturer");
    visitor.enter({ Name: "Idris Bell" });
    await visitor.click("Create");
    await newService(visitor);
    await visitor.click("New booking");
    visitor.enter({ Member: "Noor Haddad", "Starts › Date": "2031-03-03", "Starts › Time": "10:00" });
    await visitor.click("Create");
    visitor.sees("Noor Haddad");
  });

  void test("Set the refund policy of an item", async () => {
    const { visitor } = await anOwner();
    await sellCourse(visitor);
    await visitor.click("Payments", "Refund policies of items");
    visitor.sees("Refund");
    assert.ok(visitor.address.includes("/admin/"));
  });
});
