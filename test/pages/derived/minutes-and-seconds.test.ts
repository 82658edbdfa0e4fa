import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "../../support/browsers/visitor.ts";
import { anOutline, readTree } from "../support/outline.ts";

void test("Lengths are written as minutes and seconds, or as seconds, and stored in seconds", async () => {
  const { site, operator, course, member } = await anOutline([{ title: "A", lectures: ["one"] }]);
  const [lecture] = (await readTree(operator, course)).sections[0]!.lectures;
  const visitor = new Visitor(await site.signedIn(member));
  const stored = async () =>
    (await operator.get(`/lectures/${lecture!.id}`)).json<{ duration_seconds: number | null }>().duration_seconds;
  const write = async (text: string) => {
    await visitor.open(`/admin/lectures/${lecture!.id}/edit`);
    await visitor.enter({ "Length (minutes and seconds)": text }).click("Publish changes");
    return stored();
  };
  assert.deepEqual([await write("3:20"), await write("1:05:00"), await write("95")], [200, 3900, 95]);
  const { body } = await visitor.browser.open(`/admin/lectures/${lecture!.id}/edit`);
  assert.match(body, /name="duration_seconds"[^>]*value="1:35"/);
  await visitor.open(`/admin/lectures/${lecture!.id}`);
  visitor.sees("1:35");
  await write("3:75");
  assert.equal(await stored(), 95);
});
