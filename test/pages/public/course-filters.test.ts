import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aPublishedCourse } from "../../rest/support/causes/courses.ts";
import { anOperator } from "../../rest/support/operator.ts";

void describe("The list of courses", () => {
  void test("offers the filters that divide it, and keeps them on the next page", async () => {
    const operator = await anOperator("courses:read courses:write courses:publish curriculum:write");
    const names = async (query: string) => {
      const { body } = await operator.site.get(`/courses${query}`, { headers: { accept: "text/html" } });
      return { body, found: ["Knots", "Splices", "Seile"].filter((name) => body.includes(`>${name}</bdi>`)) };
    };
    const publish = async (fields: object) => operator.patch(`/courses/${await aPublishedCourse(operator)}`, fields);
    await publish({ name: "Knots", level: "beginner" });
    const one = await names("");
    assert.doesNotMatch(one.body, /<select[^>]* name="(level|language|price)"/, "One choice divides nothing.");
    await publish({ name: "Splices", language: "en", level: "advanced" });
    await publish({ name: "Seile", language: "de", level: "beginner" });
    assert.match((await names("")).body, /name="level".*name="language".*name="sort"/s);
    assert.deepEqual((await names("?level=beginner")).found, ["Knots", "Seile"]);
    assert.deepEqual((await names("?level=beginner&language=de")).found, ["Seile"]);
    const chosen = await names("?language=de");
    assert.match(chosen.body, /<option value="de" selected>German/);
    assert.match(chosen.body, /<meta name="robots" content="noindex"/);
    const inOrder = (await names("?sort=name")).body;
    assert.ok(inOrder.indexOf(">Knots</bdi>") < inOrder.indexOf(">Seile</bdi>"));
    assert.ok(inOrder.indexOf(">Seile</bdi>") < inOrder.indexOf(">Splices</bdi>"));
    assert.equal((await names("?level=expert&language=')")).found.length, 3, "Unknown choices are ignored.");
  });
});
