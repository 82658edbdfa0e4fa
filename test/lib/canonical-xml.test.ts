import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { canonicalXml } from "#lib/xml/canonical-xml.ts";
import { elementsBelow, elementsOf, readXml, textOf, UnreadableXml } from "#lib/xml/xml-tree.ts";

const limits = { maxElements: 500, maxDepth: 20 };

const canonical = (xml: string) => canonicalXml(readXml(xml, limits));

void describe("Exclusive canonical XML", () => {
  // Examples of the recommendations (Canonical XML §3, Exclusive XML Canonicalization §2.2).
  const cases: Record<string, [xml: string, expected: string]> = {
    "sorts attributes by namespace and name": [
      '<e xmlns:b="urn:y" xmlns:a="urn:z" a:c="1" b:c="2" d="3" C="4"/>',
      '<e xmlns:a="urn:z" xmlns:b="urn:y" C="4" d="3" b:c="2" a:c="1"></e>',
    ],
    "declares namespaces where they are used": [
      '<p:a xmlns:p="urn:p" xmlns:q="urn:q"><q:b/><q:c q:d=""/></p:a>',
      '<p:a xmlns:p="urn:p"><q:b xmlns:q="urn:q"></q:b><q:c xmlns:q="urn:q" q:d=""></q:c></p:a>',
    ],
    "declares an empty default namespace where it hides another": [
      '<a xmlns="urn:a"><b xmlns=""><c/></b></a>',
      '<a xmlns="urn:a"><b xmlns=""><c></c></b></a>',
    ],
    "declares no empty default namespace else": ["<a xmlns=''><b/></a>", "<a><b></b></a>"],
    "repeats no declaration": ['<a xmlns="u"><b xmlns="u"/></a>', '<a xmlns="u"><b></b></a>'],
    "declares a prefix again that changes": [
      '<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c/></p:b><p:d/></p:a>',
      '<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c></p:c></p:b><p:d></p:d></p:a>',
    ],
    "escapes texts and values": [
      "<a b=\"&lt;&amp;&quot;'&#9;&#10;&#13;&gt;\">&lt;&amp;&gt;&quot;'&#13;\t\n</a>",
      '<a b="&lt;&amp;&quot;\'&#x9;&#xA;&#xD;>">&lt;&amp;&gt;"\'&#xD;\t\n</a>',
    ],
    "normalizes line ends and values": ["<a b='x\ny\tz'>1\r\n2\r3</a>", '<a b="x y z">1\n2\n3</a>'],
    "omits comments": ["<a>1<!-- 2 -->3</a>", "<a>13</a>"],
    "keeps the attributes of the xml prefix": ['<a xml:lang="en"/>', '<a xml:lang="en"></a>'],
  };
  for (const [name, [xml, expected]] of Object.entries(cases)) {
    void test(name, () => assert.equal(canonical(xml), expected));
  }

  void test("treats listed prefixes as Canonical XML does", () => {
    const root = readXml('<a xmlns="u" xmlns:p="v" xmlns:q="w"><b/></a>', limits);
    const [, inner] = [...elementsBelow(root)];
    const inclusive = new Set(["p", "", "xml", "unknown"]);
    assert.equal(canonicalXml(inner!, { inclusive }), '<b xmlns="u" xmlns:p="v"></b>');
  });
});

/** The start tag of an element that declares thirty prefixes. */
const scope = (first: number) =>
  `<a${Array.from({ length: 30 }, (_, index) => ` xmlns:p${first + index}="u"`).join("")}>`;

void describe("A document is refused", () => {
  const wrong: Record<string, string> = {
    "with a document type": "<!DOCTYPE a><a/>",
    "with an entity": "<a>&b;</a>",
    "with a processing instruction": "<a><?b c?></a>",
    "with CDATA": "<a><![CDATA[b]]></a>",
    "with an undeclared prefix": "<a><b:c/></a>",
    "with an attribute twice, by two prefixes": '<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>',
    "with two roots": "<a/><b/>",
    "with text after the root": "<a/>b",
    "that ends early": "<a><b></b>",
    "with crossed tags": "<a><b></a></b>",
    "without an element": " ",
    "with a character that XML does not have": "<a>\u0001</a>",
    "nested deeper than the limit": "<a>".repeat(21) + "</a>".repeat(21),
    "with more elements than the limit": `<a>${"<b/>".repeat(500)}</a>`,
    "with more namespaces in the scope of an element than the limit": `${scope(0)}${scope(30)}<a xmlns="u"/></a></a>`,
    "with more attributes than the limit": `<a ${Array.from({ length: 41 }, (_, index) => `b${index}=""`).join(" ")}/>`,
  };
  for (const [name, xml] of Object.entries(wrong)) {
    void test(name, () => assert.throws(() => readXml(xml, limits), UnreadableXml));
  }
});

void test("Namespaces of siblings are not in the scope of each other", () => {
  const siblings = `${scope(0)}</a>`.repeat(3);
  assert.equal(elementsOf(readXml(`<a>${siblings}</a>`, limits)).length, 3);
});

void test("The text around a comment is one text", () => {
  assert.equal(textOf(readXml("<a>ana@school<!-- -->.example</a>", limits)), "ana@school.example");
  assert.equal(textOf(readXml("<a>ana@school<b/>.example</a>", limits)), undefined);
});
