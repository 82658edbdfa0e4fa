import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator } from "../support/operator.ts";

void describe("Markdown that people write every day", () => {
  let operator: Operator;
  before(async () => {
    operator = await anOperator("posts:read posts:write");
  });

  async function rendered(body_markdown: string): Promise<string> {
    const response = await operator.post("/posts", { title: "Notes", access: "public", body_markdown });
    assertStatus(response, 201);
    // Footnotes of each text have IDs of their own.
    return response
      .json<{ body_html: string }>()
      .body_html.replaceAll(/(fn(?:ref)?)-[\w-]{8}-/g, "$1-")
      .trim();
  }

  const cases: [string, string, string][] = [
    [
      "bold beside punctuation",
      "這是**「重點」**的說明，**注意：**請先儲存。",
      "<p>這是<strong>「重點」</strong>的說明，<strong>注意：</strong>請先儲存。</p>",
    ],
    [
      "emphasis and strikethrough beside punctuation",
      "これは*「強調」*です。~~「古い」~~です。",
      "<p>これは<em>「強調」</em>です。<s>「古い」</s>です。</p>",
    ],
    ["emphasis in Latin text as before", "a*b*c **d**e _f_g", "<p>a<em>b</em>c <strong>d</strong>e _f_g</p>"],
    [
      "a formula between lines of dollars",
      "$$\nx^2\n$$",
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></semantics></math>',
    ],
    [
      "a formula that begins and ends on the lines of its dollars",
      "$$x\n= 2$$",
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><mi>x</mi><mo>=</mo><mn>2</mn></mrow></semantics></math>',
    ],
    [
      "dollars at the beginning of a paragraph",
      "$$ is a sign,\nas $5 is.\n\n$$ again\n\nand $$",
      "<p>$$ is a sign,\nas $5 is.</p>\n<p>$$ again</p>\n<p>and $$</p>",
    ],
    [
      "highlights",
      "==Read **this**== first, 這==重點==是。If a==b and c==d, x == y == z, ==open",
      "<p><mark>Read <strong>this</strong></mark> first, 這<mark>重點</mark>是。If a==b and c==d, x == y == z, ==open</p>",
    ],
    [
      "links between notes",
      "[[Knots]], [[Knots|a knot]], [[Knots#Bowline]], list[[1]], [[1, 2]], [[a](/b)], ![[image.png]]",
      '<p>Knots, a knot, Knots &gt; Bowline, list[[1]], [[1, 2]], [<a href="/b" rel="nofollow noopener noreferrer">a</a>], ![[image.png]]</p>',
    ],
    [
      "a link to a heading as in Obsidian",
      "## The bowline!\n\nSee [[#The bowline!]].",
      '<h2 id="heading-the-bowline">The bowline!</h2>\n<p>See <a href="#heading-the-bowline" rel="nofollow noopener noreferrer">The bowline!</a>.</p>',
    ],
    [
      "definition lists",
      "Sheet\n: A rope.\n: It trims a sail.\n\nTime: 12:30\n:not a definition",
      "<dl>\n<dt>Sheet</dt>\n<dd>A rope.</dd>\n<dd>It trims a sail.</dd>\n</dl>\n<p>Time: 12:30\n:not a definition</p>",
    ],
    ["prices", "It costs $$ or $5 to $10.", "<p>It costs $$ or $5 to $10.</p>"],
    ["dollars without an end", "$$\nx", "<p>$$<br />\nx</p>".replace("<br />", "")],
    [
      "a link to a heading",
      "## Übung eins\n\n[Back](#übung-eins)\n\n## Übung eins\n\n[Again](#%C3%BCbung-eins-1) [None](#none)\n\n## Other",
      [
        '<h2 id="heading-übung-eins">Übung eins</h2>',
        '<p><a href="#heading-%C3%BCbung-eins" rel="nofollow noopener noreferrer">Back</a></p>',
        '<h2 id="heading-übung-eins-1">Übung eins</h2>',
        '<p><a href="#heading-%C3%BCbung-eins-1" rel="nofollow noopener noreferrer">Again</a> <a href="#none" rel="nofollow noopener noreferrer">None</a></p>',
        "<h2>Other</h2>",
      ].join("\n"),
    ],
    [
      "tasks",
      "- [x] done\n- [ ] open\n- [link](/a)",
      '<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n<li><a href="/a" rel="nofollow noopener noreferrer">link</a></li>\n</ul>',
    ],
    [
      "callouts",
      "> [!NOTE]\n> Read this.\n\n> [!tip]- Knots\n> Pull.\n\n> [!x y] no",
      "<blockquote>\n<p><strong>Note</strong><br />\nRead this.</p>\n</blockquote>\n<blockquote>\n<p><strong>Knots</strong><br />\nPull.</p>\n</blockquote>\n<blockquote>\n<p>[!x y] no</p>\n</blockquote>",
    ],
  ];
  for (const [label, written, expected] of cases) {
    void test(`is shown as readers expect it: ${label}`, async () => {
      assert.equal(await rendered(written), expected);
    });
  }

  void test("is shown as readers expect it: footnotes, of a sentence and of a word", async () => {
    const html = await rendered("A note[^1] and a short one[^n].\n\n[^1]: A longer note.\n[^n]: short\n");
    const lines = html.split("\n");
    assert.equal(
      lines[0],
      '<p>A note<sup><a href="#fn-1" rel="nofollow noopener noreferrer" id="fnref-1">[1]</a></sup> and a short one<sup><a href="#fn-2" rel="nofollow noopener noreferrer" id="fnref-2">[2]</a></sup>.</p>',
    );
    assert.ok(html.includes('<li id="fn-1"><p>A longer note. <a href="#fnref-1"'), html);
    assert.ok(html.includes('<li id="fn-2"><p>short <a href="#fnref-2"'), html);
  });

  void test("has no IDs of the page, and its footnotes are apart from those of other texts", async () => {
    const html = await rendered('<h2 id="problem">x</h2><p id="fn-1">y</p><a id="csrf">z</a>');
    assert.doesNotMatch(html, /id=/);
    const texts = await Promise.all(
      ["One[^1]\n\n[^1]: a", "Two[^1]\n\n[^1]: b"].map(async (body_markdown) =>
        (await operator.post("/posts", { title: "Notes", access: "public", body_markdown })).json<{
          body_html: string;
        }>(),
      ),
    );
    const ids = texts.flatMap(({ body_html }) => [...body_html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    assert.equal(ids.length, 4);
    assert.deepEqual(ids, [...new Set(ids)]);
  });
});
