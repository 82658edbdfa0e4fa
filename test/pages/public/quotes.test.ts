import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aReviewer, keptReview, review } from "../../support/worlds/reviews.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { operatorOf, type Operator, problemOf } from "../../rest/support/operator.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { textOf } from "../support/asked.ts";

const scopes = "courses:read courses:write appearance:read appearance:write";

const home = async (site: ASite) => site.browser().open("/");

const quoting = ({ put }: Operator, settings: object) =>
  put(
    "/appearance/home_sections",
    { home_sections: [{ kind: "hero" }, { kind: "quotes", settings }] },
    { "if-match": "*" },
  );

/** Published reviews of a course, by their IDs on the wire. */
async function aReviewed(site: ASite, operator: Operator, said: readonly { rating: number; body: string }[]) {
  const course = await aCourse(site, [[{}]]);
  const ids: string[] = [];
  for (const one of said) {
    const { member, browser } = await aReviewer(site, course, { name: "Ana Lima" });
    await review(browser, course, one);
    const { wireId } = (await keptReview(site, member, course))!;
    assertStatus(await operator.patch(`/reviews/${wireId}`, { status: "published" }), 200);
    ids.push(wireId);
  }
  return ids;
}

void describe("Quotes on the home page", () => {
  void test("are chosen reviews with their stars and course, and texts of the school, escaped and in order", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const [first, second] = await aReviewed(site, operator, [
      { rating: 5, body: "I can <b>tie</b> it." },
      { rating: 4, body: "Clear." },
    ]);
    const quotes = [{ text: "Best <i>school</i> of the harbor.", author: "Mia & Co", note: "Sailor" }];
    assertStatus(await quoting(operator, { review_ids: [second, first], quotes }), 200);
    const page = await home(site);
    assert.match(
      textOf(page),
      /What students say ★★★★☆ Clear\. Ana Knots ★★★★★ I can &lt;b&gt;tie&lt;\/b&gt; it\. Ana Knots Best &lt;i&gt;school&lt;\/i&gt; of the harbor\. Mia & Co Sailor/,
    );
    assert.match(page.body, /aria-label="4 out of 5"/);
    assert.doesNotMatch(page.body, /<b>tie|<i>school/);
  });

  void test("leave out reviews that are hidden, of other schools, or of courses that are not public", async () => {
    const [site, other] = [await aSite(), await aSite()];
    const [operator, elsewhere] = [await operatorOf(site, scopes), await operatorOf(other, scopes)];
    const [hidden] = await aReviewed(site, operator, [{ rating: 5, body: "Hidden words." }]);
    const [foreign] = await aReviewed(other, elsewhere, [{ rating: 5, body: "Foreign words." }]);
    assertStatus(await quoting(operator, { review_ids: [hidden, foreign] }), 200);
    assert.match((await home(site)).body, /Hidden words\./);
    await operator.patch(`/reviews/${hidden!}`, { status: "hidden" });
    const { body } = await home(site);
    assert.doesNotMatch(body, /Hidden words|Foreign words|What students say/, "An empty section is omitted.");
  });

  void test("are bounded, and edited in the browser", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const quotes = Array.from({ length: 13 }, () => ({ text: "Good.", author: "Ana" }));
    assert.deepEqual(problemOf(await quoting(operator, { quotes })).pointers, ["/home_sections/1/settings/quotes"]);
    const long = await quoting(operator, { quotes: [{ text: "a".repeat(1001), author: "Ana" }] });
    assert.deepEqual(problemOf(long).pointers, ["/home_sections/1/settings/quotes/0/text"]);
    const settings = { heading: "Voices", quotes: [{ text: "Good.", author: "Ana" }] };
    const sections = { home_sections: [{ kind: "quotes", settings }] };
    assertStatus(await operator.put("/appearance/home_sections", sections, { "if-match": "*" }), 200);
    const browser = await site.signedIn(operator.member);
    const visitor = await new Visitor(browser).open("/admin/appearance/home_sections/edit");
    visitor.enter({ "About the person": "Sailor" });
    await visitor.click("Save");
    const { body } = await home(site);
    assert.match(body, /<h2 class="foreign">Voices<\/h2>/);
    assert.match(textOf({ body } as Awaited<ReturnType<typeof home>>), /Good\. Ana Sailor/);
  });
});
