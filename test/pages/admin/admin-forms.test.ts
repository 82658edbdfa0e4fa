import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { answer, aFormEditor, questionsIn, type TypedQuestion, typed } from "../support/forms.ts";

const path = "/admin/forms";

const name: TypedQuestion = { label: "Your name", kind: "text", required: "on" };
const boats: TypedQuestion = { label: "Boats", kind: "choices", choices: "Dinghy\r\n\r\n Yawl " };

void test("A form is created with its questions, opened, answered and read", async () => {
  const { site, browser, make, idOf } = await aFormEditor();
  const made = await make({ name: "Spring survey", description: "Before we *sail*." }, [name, boats]);
  const address = made.headers.location!.split("?")[0]!;
  const { body } = await browser.open(`${address}?done=saved`);
  assert.match(body, /The form has been saved/);
  assert.match(body, /Dinghy · Yawl/);
  assert.match(body, /<code>your_name<\/code>/);
  assert.equal((await site.get("/forms/spring-survey")).statusCode, 404, "A draft is not public.");
  assert.match((await browser.open(`${address}/preview`)).body, /<em>sail<\/em>.*name="a.your_name"/s);

  await browser.press(address, "open");
  assert.equal((await answer(site, "spring-survey", { "a.your_name": "Ana", "a.boats.1": "Yawl" })).status, 303);
  const { body: list } = await browser.open(path);
  assert.match(list, /Spring survey.*Open.*1 submission/s);
  const answers = await browser.open(`${address}/submissions`);
  assert.match(answers.body, /A person who was not signed in.*Ana.*Yawl/s);
  const [, one] = /href="(\/admin\/forms\/[^"]+\/submissions\/fsb_[^"]+)"/.exec(answers.body)!;
  assert.match((await browser.open(one!)).body, /Your name.*Ana.*Boats.*Yawl/s);
  const done = (await auditActions(site)).filter((action) => action.endsWith("Form")).toSorted();
  assert.deepEqual(done, ["createForm", "openForm"]);
  const { fields } = (await database.first<{ fields: unknown }>`
    select fields from forms where site_id = ${site.site.id} and id = ${idOf(address)}`)!;
  assert.deepEqual(fields, [
    { handle: "your_name", label: "Your name", kind: "text", required: true },
    { handle: "boats", label: "Boats", kind: "choices", required: false, choices: ["Dinghy", "Yawl"] },
  ]);
});

void test("Buttons add, move and remove questions, and keep the input without saving it", async () => {
  const { site, browser, submit } = await aFormEditor();
  const fields = { name: "Half a fo", ...typed([name, boats]) };
  const added = await submit(`${path}/new`, { ...fields, do: "add" });
  assert.equal(added.status, 200);
  assert.deepEqual(questionsIn(added.body), ["Your name", "Boats", ""]);
  assert.match(added.body, /value="Half a fo"/);
  assert.match(added.body, /name="f\.2\.label"[^>]*autofocus/);
  const moved = await submit(`${path}/new`, { ...fields, do: "up.1" });
  assert.deepEqual(questionsIn(moved.body), ["Boats", "Your name"]);
  assert.match(moved.body, /name="f\.0\.choices"[^>]*>\s*Dinghy/);
  assert.deepEqual(questionsIn((await submit(`${path}/new`, { ...fields, do: "down.0" })).body), [
    "Boats",
    "Your name",
  ]);
  assert.deepEqual(questionsIn((await submit(`${path}/new`, { ...fields, do: "remove.0" })).body), ["Boats"]);
  for (const nonsense of ["up.0", "down.9", "remove.x", "restore.x", "fly"]) {
    assert.deepEqual(questionsIn((await submit(`${path}/new`, { ...fields, do: nonsense })).body), [
      "Your name",
      "Boats",
    ]);
  }
  assert.match((await browser.open(path)).body, /No forms yet/);
  assert.ok(!(await auditActions(site)).includes("createForm"));
});

void test("Errors are shown next to the field, and the input is kept", async () => {
  const { submit } = await aFormEditor();
  const refused = await submit(`${path}/new`, {
    name: "",
    slug: "Not A Slug",
    ...typed([
      { label: "", kind: "choice", choices: "" },
      { label: "One", kind: "choice", choices: "a\na", handle: "Not" },
      { label: "Two", kind: "text", handle: "same" },
      { label: "Three", kind: "text", handle: "same" },
    ]),
  });
  assert.equal(refused.status, 422);
  for (const field of ["name", "slug", "f.0.label", "f.0.choices", "f.1.handle", "f.1.choices"]) {
    assert.match(refused.body, new RegExp(`id="${field}-problem"`), field);
  }
  assert.match(refused.body, /value="Not A Slug"/);
  assert.deepEqual(questionsIn(refused.body), ["", "One", "Two", "Three"]);
  const twice = await submit(`${path}/new`, {
    name: "A",
    ...typed([
      { label: "Two", kind: "text", handle: "same" },
      { label: "Three", kind: "text", handle: "same" },
    ]),
  });
  assert.match(twice.body, /id="f.1.handle-problem"/);
});

void test("Two forms cannot share an address; the default address derives from the name", async () => {
  const { make } = await aFormEditor();
  await make({ name: "Lost property" }, [name]);
  const refused = await make({ name: "Other", slug: "lost-property" }, [name]);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Another form has this URL/);
  assert.equal((await make({ name: "Lost property" }, [name])).status, 303);
});

void test("An answered question keeps its kind; once removed it is no longer asked, and its answers stay", async () => {
  const { site, browser, make, submit } = await aFormEditor();
  const never: TypedQuestion = { label: "Never answered", kind: "text" };
  const made = await make({ name: "Crew" }, [name, { label: "Age", kind: "number" }, never]);
  const address = made.headers.location!.split("?")[0]!;
  await browser.press(address, "open");
  await answer(site, "crew", { "a.your_name": "Ana", "a.age": "41" });

  const stored = [
    { ...name, handle: "your_name", known: "1" },
    { label: "Age", kind: "text", handle: "age", known: "1" },
  ] as const;
  const refused = await submit(`${address}/edit`, { name: "Crew", ...typed(stored) });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /id="f.1.kind-problem"/);
  const longer = { ...stored[0], kind: "long_text", label: "Who are you?" } as const;
  const saved = await submit(`${address}/edit`, { name: "Crew", ...typed([longer]) });
  assert.equal(saved.status, 303);
  const { body: form } = await browser.open(address);
  assert.match(form, /Removed questions.*Age/s);
  assert.doesNotMatch(form, /Never answered/, "Unanswered questions are deleted.");
  assert.doesNotMatch((await site.get("/forms/crew")).body, /a\.age/);
  const { body: answers } = await browser.open(`${address}/submissions`);
  assert.match(answers, /Who are you\?.*Ana.*Age.*41/s);

  const again = await submit(`${address}/edit`, { name: "Crew", ...typed([longer]), do: "restore.age" });
  assert.deepEqual(questionsIn(again.body), ["Who are you?", "Age"]);
  const restored = { label: "Age", kind: "number", handle: "age", known: "1" } as const;
  await submit(`${address}/edit`, { name: "Crew", ...typed([longer, restored]) });
  assert.match((await site.get("/forms/crew")).body, /a\.age/);
});

void test("An answer submitted while a question is removed is either rejected or stays readable", async () => {
  const { site, browser, make } = await aFormEditor();
  const only = typed([{ ...name, handle: "your_name", known: "1" }]);
  const visitors = Array.from({ length: 5 }, () => site.browser());
  for (let round = 0; round < 10; round++) {
    const fields = { name: "Crew", slug: `crew-${round}` };
    const made = await make(fields, [name, { label: "Age", kind: "number" }]);
    const address = made.headers.location!.split("?")[0]!;
    await browser.press(address, "open");
    const editor = await browser.open(`${address}/edit`);
    const pages = await Promise.all(visitors.map((visitor) => visitor.open(`/forms/${fields.slug}`)));
    const answers = { "a.your_name": "Ana", "a.age": "41" };
    await Promise.all([
      ...visitors.map((visitor, index) => visitor.submit(pages[index]!, answers, `/forms/${fields.slug}`)),
      browser.submit(editor, { ...fields, ...only, do: "save" }, `${address}/edit`),
    ]);
  }
  const lost = await database.many`
    select form_submissions.id from form_submissions
      join forms on forms.site_id = form_submissions.site_id and forms.id = form_submissions.form_id
     where forms.site_id = ${site.site.id} and form_submissions.answers ? 'age'
       and not forms.fields @> '[{"handle": "age"}]'`;
  assert.deepEqual(lost, []);
});

void test("A concurrent change is rejected with a conflict", async () => {
  const { browser, make, submit } = await aFormEditor();
  const made = await make({ name: "Crew" }, [name]);
  const address = made.headers.location!.split("?")[0]!;
  const seen = await browser.open(`${address}/edit`);
  const kept = typed([{ ...name, handle: "your_name", known: "1" }]);
  await submit(`${address}/edit`, { name: "First", ...kept });
  const late = await browser.submit(seen, { name: "Second", ...kept, do: "save" }, `${address}/edit`);
  assert.equal(late.status, 422);
  assert.match(late.body, /Another person changed the form in the meantime/);
  assert.match((await browser.open(address)).body, /<h1 class="foreign">First<\/h1>/);
});

void test("A form without questions cannot be opened, an open one keeps a question, and an answered one cannot be deleted", async () => {
  const { site, browser, make, submit } = await aFormEditor();
  const made = await make({ name: "Crew" }, []);
  const address = made.headers.location!.split("?")[0]!;
  assert.match((await browser.press(address, "open")).headers.location!, /done=empty$/);
  await submit(`${address}/edit`, { name: "Crew", ...typed([name]) });
  assert.match((await browser.press(address, "open")).headers.location!, /done=opened$/);
  assert.match((await browser.press(address, "open")).headers.location!, /done=impossible$/);
  assert.match((await submit(`${address}/edit`, { name: "Crew" })).body, /An open form must have/);
  await answer(site, "crew", { "a.your_name": "Ana" });
  await browser.press(address, "close");
  assert.match((await browser.press(address, "delete")).headers.location!, /done=answered$/);

  const other = (await make({ name: "Other" }, [name])).headers.location!.split("?")[0]!;
  assert.match((await browser.open(`${other}/delete`)).body, /Delete the form\?/);
  assert.equal((await browser.press(other, "delete")).headers.location, `${path}?done=deleted`);
  assert.equal((await browser.open(other)).status, 404);
});

void test("Forms are filtered by state and text, and answers by text", async () => {
  const { site, browser, make } = await aFormEditor();
  const crew = (await make({ name: "Crew" }, [name])).headers.location!.split("?")[0]!;
  await make({ name: "Lost property" }, [name]);
  await browser.press(crew, "open");
  const open = (await browser.open(`${path}?status=open`)).body;
  assert.ok(open.includes("Crew") && !open.includes("Lost property"));
  const lost = (await browser.open(`${path}?q=lost`)).body;
  assert.ok(!lost.includes(">Crew<") && lost.includes("Lost property"));
  assert.match((await browser.open(`${path}?q=nothing`)).body, /No matching forms/);
  for (const person of ["Ana", "Bo"]) await answer(site, "crew", { "a.your_name": person });
  const found = (await browser.open(`${crew}/submissions?q=bo`)).body;
  assert.ok(found.includes(">Bo<") && !found.includes(">Ana<"));
});

void test("All answers are exported as a table with a column per question, without executable formulas", async () => {
  const { site, browser, owner, make } = await aFormEditor();
  const made = await make({ name: "Crew" }, [name, { label: "Depth", kind: "number" }, boats]);
  const address = made.headers.location!.split("?")[0]!;
  await browser.press(address, "open");
  await answer(site, "crew", { "a.your_name": "=1+1", "a.depth": "-2,5" });
  await answer(site, "crew", { "a.your_name": "Ana", "a.boats.0": "Dinghy", "a.boats.1": "Yawl" }, owner);
  const { headers, body } = await browser.open(`${address}/submissions.csv`);
  assert.equal(headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(headers["content-disposition"], 'attachment; filename="crew.csv"');
  const [head, ...rows] = body.split("\r\n");
  assert.equal(head, "\uFEFFID,Date,Name,Email,Your name,Depth,Boats");
  assert.match(rows[0]!, new RegExp(`^fsb_\\w+,[^,]+,[^,]*,${owner.email},Ana,,"Dinghy, Yawl"$`));
  assert.match(rows[1]!, /^fsb_\w+,[^,]+,,,'=1\+1,-2\.5,$/);
});

void test("Forms are for owners and managers of their own site only", async () => {
  const { site, make } = await aFormEditor();
  const address = (await make({ name: "Crew" }, [name])).headers.location!.split("?")[0]!;
  const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
  assert.equal((await lecturer.open(path)).status, 403);
  assert.equal((await lecturer.open(`${address}/submissions.csv`)).status, 403);
  const elsewhere = await aFormEditor();
  for (const page of ["", "/edit", "/preview", "/submissions", "/submissions.csv", "/delete"]) {
    assert.equal((await elsewhere.browser.open(`${address}${page}`)).status, 404, page);
  }
});
