import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { anOwner } from "./support/staff.ts";

void describe("Owners, by visible names alone:", () => {
  void test("Write a post, publish it", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Posts", "New post");
    visitor.enter({ Title: "The first race", Text: "We *won*.", Readers: "Everyone" });
    await visitor.click("Create", "Publish", "Publish");
    visitor.sees("Published");
    assert.match((await site.browser().open("/posts")).body, /The first race/);
  });

  void test("Write a page, publish it, and put it into the menu", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Pages", "New page");
    visitor.enter({ Title: "About us", Path: "/about", "Blocks › Row 1": "Text", "Blocks › Row 1 › Text": "We sail." });
    await visitor.click("Create", "Publish", "Publish");
    visitor.sees("Published");
    await visitor.click("Menu", "Edit");
    visitor.enter({ "Navigation › Row 1 › Label": "About us", "Navigation › Row 1 › Link": "/about" });
    await visitor.click("Save");
    assert.match((await site.browser().open("/about")).body, /We sail\./);
  });

  void test("Restore a former version of a page", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Pages", "New page");
    visitor.enter({ Title: "About us", Path: "/about", "Blocks › Row 1": "Text", "Blocks › Row 1 › Text": "We sail." });
    await visitor.click("Create", "Edit");
    visitor.enter({ Title: "About the harbour" });
    await visitor.click("Save", "Restore: About us", "Restore this revision");
    visitor.sees("About us");
  });

  void test("Lead an old address to a new one", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Redirects", "New redirect");
    visitor.enter({ "Old address": "/kurs-1", "New address": "/courses" });
    await visitor.click("Create");
    const led = await site.browser().request("GET", "/kurs-1");
    assert.equal(led.headers.location, "/courses");
  });

  void test("Upload a picture or a document", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Files", "New file");
    visitor.enter({ File: { name: "harbour.png", type: "image/png", bytes: aPicture({ width: 8, height: 8 }) } });
    await visitor.click("Create");
    visitor.sees("harbour.png");
  });

  void test("Make a form", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Forms", "Create form");
    visitor.enter({ Name: "Which boat do you sail?" });
    await visitor.click("Save");
    visitor.sees("Which boat do you sail?");
  });
});
