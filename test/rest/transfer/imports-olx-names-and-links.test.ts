import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { olxUnit } from "../support/olx-builder.ts";
import { importedOlx } from "../support/olx-import.ts";

void test("Files of Open edX courses are imported under every name that a file system allows", async () => {
  const html =
    '<p><img src="/static/Caf\u00e9.png" alt="whole letters"> <img src="/static/Ete\u0301.png" alt="letters apart">' +
    ' <a href="/static/What_.txt">key</a> <a href="/static/Unit%201:%20Aims.txt">address</a></p>';
  const { of, reported, errors } = await importedOlx(
    olxUnit(
      "names",
      '<html url_name="a"/><video><source src="/static/Lecture 1: Intro.mp4"/><source src="https://video.example/a.mp4"/></video>',
      {
        "html/a.html": html,
        "static/Cafe\u0301.png": aPicture({ width: 11 }),
        "static/\u00c9t\u00e9.png": aPicture({ width: 12 }),
        "static/Et\u00e9.png": aPicture({ width: 13 }),
        "static/What?.txt": "What",
        "static/Unit 1: Aims.txt": "Aims",
        "static/Lecture 1: Intro.mp4": "no video",
      },
    ),
  );
  assert.deepEqual(errors, []);
  const [lecture] = of("names").lectures;
  const ids = lecture!.attachments.flatMap(({ file_id }) => file_id ?? []);
  assert.equal(ids.length, 4);
  for (const id of ids) assert.ok(lecture!.body_markdown!.includes(`/files/${id}`), id);
  const lost = reported("names").join("\n");
  assert.match(lost, /static\/Lecture 1_ Intro\.mp4 the file is left out/);
  assert.match(lost, /1 unreferenced files are left out: static\/\u00c9t\u00e9\.png$/m);
  assert.doesNotMatch(lost, /static\/\S+ does not exist|Caf|What|Aims/);
});

void test("Links of Open edX courses are kept as browsers read them, or reported with their addresses", async () => {
  const choices =
    '<problem url_name="p" display_name="P"><multiplechoiceresponse><label>Which?</label><choicegroup>' +
    '<choice correct="true"><a href="https://choice.example/a">One</a></choice>' +
    '<choice correct="false">Two<choicehint>See <a href="https://hint.example/b">there</a></choicehint></choice>' +
    '</choicegroup></multiplechoiceresponse><solution><a href="https://solution.example/c">why</a></solution></problem>';
  const html =
    '<p><a href="//slides.example/a">Slides</a> <a href="HTTPS://upper.example/">Upper</a> <a href=" https://space.example/ ">Space</a>' +
    ' <a href="ftp://files.example/x">Old</a> <a href="tel:+441234">Call</a></p>' +
    '<map name="m"><area href="https://map.example/area" alt="Area"></map>';
  const tools =
    '<lti url_name="l" launch_url="https://tool.example/launch" custom_parameters="[]"/><poll question="Best color?" answers="Red or blue"/>';
  const { of, reported } = await importedOlx(
    olxUnit("links", `<html url_name="a"/>${choices}${tools}`, { "html/a.html": html }),
  );
  const [lecture] = of("links").lectures;
  assert.equal(
    lecture!.body_markdown,
    "[Slides](<https://slides.example/a>) [Upper](<https://upper.example/>) [Space](<https://space.example/>) Old Call",
  );
  assert.match(lecture!.quiz!.questions[0]!.explanation!, /https:\/\/solution\.example\/c/);
  const lost = reported("links").join("\n");
  for (const address of ["ftp://files.example/x", "tel:+441234", "https://map.example/area"]) {
    assert.ok(lost.includes(`the link to ${address} is left out`), address);
  }
  assert.match(lost, /links of “P” are left out.*: https:\/\/choice\.example\/a, https:\/\/hint\.example\/b$/m);
  assert.match(lost, /<lti> is left out: .*launch_url=https:\/\/tool\.example\/launch/);
  assert.match(lost, /<poll> is left out: .*question=Best color\?, answers=Red or blue/);
});
