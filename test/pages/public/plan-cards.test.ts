import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { firstSentence } from "#lib/text/first-sentence.ts";
import { yearSaving } from "#pages/views/public/year-saving.ts";
import { aService, scopes as consultingScopes } from "../../rest/support/made-consulting.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { textOf } from "../support/asked.ts";
import { aShop } from "../support/buyer.ts";
import { created } from "../support/free-school.ts";
import { aMembership } from "../support/membership.ts";

const monthly = (amount: number) => ({ price: { amount, currency: "USD" }, interval: "month", intervalCount: 1 });
const yearly = (amount: number, currency = "USD") => ({ ...monthly(0), price: { amount, currency }, interval: "year" });

void describe("Membership plans side by side", () => {
  void test("show a price per month and per year, what the year saves, and what is included", async () => {
    const { site, operator } = await aShop();
    const crew = await aMembership(operator, {
      plan: { description_markdown: "For **sailors**. They meet on Mondays.", trial_days: 7 },
    });
    const price = { amount: 9000, currency: "USD" };
    const year = await created(operator.post(`/membership_plans/${crew.id}/pricings`, { price, interval: "year" }));
    const course = await created(operator.post("/courses", { name: "Knots", course_type: "free" }));
    await created(operator.put(`/courses/${course.id}/curriculum`, lessons, { "if-match": "*" }));
    await created(operator.post(`/courses/${course.id}/publish`, {}));
    await created(operator.put(`/membership_plans/${crew.id}/benefits`, { course_ids: [course.id] }));
    const page = await site.browser().open("/membership-plans");
    assert.match(page.body, /type="radio"\s+class="by-month"[^>]*checked/);
    assert.match(page.body, new RegExp(`per-year.*?href="/checkout\\?item=${year.id}"`, "s"));
    const text = textOf(page);
    assert.match(text, /Yearly 2 months free Crew For sailors\. \$9 per month Choose \$90 per year/);
    assert.match(text, /Saves \$18 a year: 2 months free Choose Knots 7-day free trial/);
    assert.doesNotMatch(text, /Mondays/);
    assert.match(textOf(await site.browser().open(crew.path)), /\$90 per year ?Saves \$18 a year: 2 months free/);
  });

  void test("mention free months only if the saving is a whole number of them", () => {
    const prices = [monthly(1000), yearly(10_000)];
    assert.deepEqual(yearSaving(prices[1]!, prices), { amount: 2000, currency: "USD", freeMonths: 2 });
    const odd = [monthly(1200), yearly(11_500)];
    assert.deepEqual(yearSaving(odd[1]!, odd), { amount: 2900, currency: "USD", freeMonths: null });
    for (const year of [yearly(12_000), yearly(13_000), yearly(9000, "EUR"), yearly(0), monthly(500)]) {
      assert.equal(yearSaving(year, [monthly(1000), year]), undefined);
    }
  });
});

const lessons = {
  sections: [{ title: "One", lectures: [{ title: "Bowline", kind: "text", body_markdown: "A loop." }] }],
};

void test("Cards of consulting services show the next free time, and those of downloads a sentence", async () => {
  const site = await aSite();
  const operator = await operatorOf(site, `${consultingScopes} digital_products:write storage:write`);
  await aService(operator, { description_markdown: "An hour about the stars. Bring a map." });
  const consulting = await site.browser().open("/consulting");
  assert.match(textOf(consulting), /An hour about the stars\. .*Next free time: \w{3}, \d+ \w{3} \d{4}, \d\d:00/);
  const { id } = await created(
    operator.post("/digital_products", { name: "Charts", description_markdown: "Twelve charts. For the wall." }),
  );
  const sent = await sendFile(operator, Buffer.from("High water"), { purpose: "digital_product" }, { name: "a.txt" });
  await created(operator.post(`/digital_products/${id}/files`, { file_id: sent.json<{ id: string }>().id }));
  await created(operator.post(`/digital_products/${id}/publish`, {}));
  assert.match(textOf(await site.browser().open("/digital-products")), /Charts Twelve charts\. Free/);
});

void test("The first sentence of a text is shortened at a word", () => {
  assert.equal(firstSentence("<p>Tea &amp; cake. And more.</p>", "en"), "Tea & cake.");
  assert.equal(firstSentence("<p>喝茶吧。再來一杯。</p>", "zh-TW"), "喝茶吧。");
  assert.equal(firstSentence(`<p>${"sea ".repeat(90)}</p>`, "en", 20), "sea sea sea sea sea…");
  assert.equal(firstSentence("<p></p>", "en"), null);
});
