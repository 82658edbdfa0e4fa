import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Visitor } from "../../support/browsers/visitor.ts";
import { anOwner } from "./support/staff.ts";

async function newEvent(visitor: Visitor): Promise<string> {
  await visitor.click("Events", "New event");
  visitor.enter({
    Name: "Harbour race",
    Format: "In person",
    "Starts › Date": "2031-05-01",
    "Starts › Time": "10:00",
    "Ends › Date": "2031-05-01",
    "Ends › Time": "12:00",
    "Time zone": "Europe/Lisbon",
    "Location › Name": "Pier 4",
  });
  await visitor.click("Create");
  return visitor.address.replace(/\?.*/, "");
}

async function newTicket(visitor: Visitor, event: string, name: string, amount: string): Promise<void> {
  await visitor.open(event);
  await visitor.click("New ticket");
  visitor.enter({ Name: name, "Price › Amount": amount, "Price › Currency": "EUR" });
  await visitor.click("Create");
}

async function openEvent(visitor: Visitor): Promise<string> {
  const event = await newEvent(visitor);
  await newTicket(visitor, event, "On board", "0");
  await visitor.open(event);
  await visitor.click("Publish", "Publish");
  return event;
}

void describe("Owners, by visible names alone:", () => {
  void test("Create an event with tickets", async () => {
    const { site, visitor } = await anOwner();
    const event = await newEvent(visitor);
    await newTicket(visitor, event, "On board", "25");
    await newTicket(visitor, event, "On the pier", "5");
    await visitor.open(event);
    visitor.sees("On board", "€25", "On the pier", "€5");
    await visitor.click("Publish", "Publish");
    assert.match((await site.browser().open("/events")).body, /Harbour race/);
  });

  void test("Register a person, check in, cancel", async () => {
    const { site, visitor } = await anOwner();
    await site.member({ roles: ["student"], name: "Noor Haddad" });
    await openEvent(visitor);
    await visitor.click("New registration");
    visitor.enter({ Member: "Noor Haddad", Ticket: "On board" });
    await visitor.click("Create");
    const registration = visitor.address.replace(/\?.*/, "");
    visitor.sees("Noor Haddad");
    await visitor.click("Check in", "Check in");
    visitor.sees(/attended|checked in/i);
    assert.ok(registration);
    await visitor.click("Events", "Harbour race", "Check-in");
    visitor.sees("1 of 1 arrived", "Noor Haddad");
    await visitor.click("Undo: Noor Haddad");
    visitor.sees("0 of 1 arrived");
  });

  void test("Cancel an event", async () => {
    const { visitor } = await anOwner();
    await openEvent(visitor);
    await visitor.click("Cancel", "Cancel");
    visitor.sees(/canceled/i);
  });
});
