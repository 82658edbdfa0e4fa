import assert from "node:assert/strict";
import { test } from "node:test";
import { stylePolicyAt } from "#domain/site/appearance/clean-css.ts";
import { addressResolver } from "#lib/css/address-policy.ts";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";

const origin = "https://school.example";
const clean = (css: string) => cleanCss(css, addressResolver(stylePolicyAt(origin)));
const file = "/files/fil_01k9g2c8p4e6t0v3x5y7z9b1d3";

void test("CSS that loads nothing is unchanged", () => {
  const css = `.hero > a:hover { color: #1f6feb; margin: -0.5em 2%; content: "→ more"; }
@media (min-width: 40rem) and (width < 80rem) { .md\\:flex { display: flex } }
@supports (display: grid) { .a { grid-template: "x y" 1fr / auto } }
@keyframes turn { from { rotate: 0 } 50.5% { rotate: 180deg } }
a:not([href="x"]):is(:lang("en"), .b) { width: calc(1px + var(--x, "y")); --tone: color-mix(in srgb, red, blue 20%) }`;
  assert.deepEqual(clean(css), { css, removed: [] });
});

void test("Public files of the site and data: images and fonts are kept", () => {
  for (const address of [file, `${file}/small`, "data:image/png;base64,AAAA", "data:font/woff2;base64,AAAA"]) {
    assert.equal(clean(`a{background:url(${address})}`).css, `a{background:url("${address}")}`);
    assert.equal(clean(`a{background:url( '${address}' )}`).css, `a{background:url("${address}")}`);
  }
  assert.equal(clean(`a{b:url(${origin}${file})}`).css, `a{b:url("${file}")}`);
  const font = `@font-face{font-family:"A";src:local("A"),url("${file}") format("woff2")}`;
  assert.deepEqual(clean(font), { css: font, removed: [] });
});

void test("Every other URL is removed, also of the site itself, in any notation of url()", () => {
  const refused = [
    "/a.png",
    "a.png",
    "#mask",
    "https://school.example/a.png",
    "/old-page",
    `${file}?x=a`,
    `${file}#a`,
    `${file}/../../old-page`,
    "/files/../old-page",
    "/files/%2e%2e/old-page",
    "/files//evil.example/x",
    "/FILES/x",
    "https://school.example.evil.example/files/x",
    "https://evil.example/files/x",
    "//evil.example/x",
    "\\\\\\\\evil.example/x",
    "https:\\2f\\2f evil.example",
    "data:text/html,x",
    "data:text/css,a{}",
    "javascript:void",
  ];
  for (const address of refused) {
    for (const written of [
      `url(${address})`,
      `URL("${address}")`,
      `u\\72l(${address})`,
      `\\75 rl('${address}')`,
      `src("${address}")`,
      `url( "${address}" )`,
    ]) {
      const { css, removed } = clean(`a{background:${written}}`);
      assert.equal(css, "a{background:none}", written);
      assert.equal(removed.length, 1, written);
    }
  }
});

void test("A computed URL is removed", () => {
  for (const written of [
    'url("/files/a" crossorigin(anonymous))',
    "src(var(--x))",
    "image-set(var(--x) 1x)",
    'image-set(attr(data-x) 1x, "/files/a" 2x)',
    "image-set(if(style(--a: 1): var(--x)) 1x)",
    "image-set(--mine() 1x)",
    "-webkit-image-set(env(x) 1x)",
    "cross-fade(calc(var(--x)), red)",
    "attr(href url)",
    "attr(href type(<url>))",
    "attr(href type(<image>))",
    "load(var(--x))",
    'load("/x")',
    'load(local("x"))',
  ]) {
    const { css, removed } = clean(`a{--x:"//evil.example";b:${written}}`);
    assert.equal(css, 'a{--x:"//evil.example";b:none}', written);
    assert.equal(removed.length, 1, written);
  }
  assert.deepEqual(clean("a{b:future(1px, red)}"), { css: "a{b:future(1px, red)}", removed: [] });
});

void test("A string in an image function is a URL", () => {
  for (const name of ["image-set", "-webkit-image-set", "image", "cross-fade", "i\\6d age-set"]) {
    assert.equal(clean(`a{b:${name}("//evil.example/x" 1x, "${file}" 2x)}`).css, `a{b:${name}("" 1x, "${file}" 2x)}`);
    assert.equal(clean(`a{b:${name}((("//evil.example/x")) 1x)}`).css, `a{b:${name}(((""))\u00201x)}`);
  }
  const typed = `a{b:image-set("${file}" type("image/avif") 1x)}`;
  assert.equal(clean(typed).css, typed);
  assert.match(clean('a{content:"https://other.example"}').css, /other/);
});

void test("A replaced value does not merge with the following token", () => {
  assert.equal(clean('a{b:url(//evil.example)-x("//evil.example")}').removed.length, 2);
  assert.match(clean("a{b:url(//x)(1)}").css, /none \(1\)/);
  assert.equal(clean("a{x:50%url(https://evil.example)}").css, "a{x:50%none}");
  assert.equal(clean("a{x:1.url(https://evil.example)}").css, "a{x:1.none}");
  assert.equal(clean("a{x:1e3%url(//evil.example)}").css, "a{x:1e3%none}");
  assert.equal(clean("a{x:u/**/rl(//evil.example)}").removed.length, 0, "It is a function of another name.");
});

void test("A comment is neither a space nor nothing", () => {
  assert.equal(clean("div/* x */.a{}").css, "div/**/.a{}");
  assert.equal(clean("/* x */ a /* y */ { }").css, "a  { }");
});

void test("At-rules that load style sheets are removed as a whole", () => {
  for (const rule of [
    '@import "https://evil.example/x.css";',
    `@import url(${file}) layer(x) screen;`,
    "@IMPORT 'x';",
    "@\\69mport 'x';",
    "@namespace svg url(http://www.w3.org/2000/svg);",
    '@charset "utf-8";',
    "@document url(http://a.example) { a { color: red } }",
    '@function --f(--x) { result: image-set("//evil.example" 1x) }',
  ]) {
    const { css, removed } = clean(`${rule}b{color:red}`);
    assert.equal(css, "b{color:red}", rule);
    assert.equal(removed.length, 1, rule);
  }
  assert.equal(clean("@media print{@import 'x'}b{}").css, "@media print{}b{}");
  assert.equal(clean("b{}@import 'x'").css, "b{}");
});

void test("No CSS closes the HTML element around it", () => {
  for (const css of [
    'a{content:"</style><script>x</script>"}',
    "</style><script>x</script>",
    "<!-- a{} -->",
    "a{x:\\<\\/style}",
    "a{x:\\</style}",
    "#\\</style{}",
    "@media \\</style{}",
    "a{b:</**/style}",
  ]) {
    assert.doesNotMatch(clean(css).css, /<[!/a-z]/i, css);
  }
});

void test("CSS with errors from which browsers must recover is rejected", () => {
  for (const css of [
    "a{",
    "a}",
    "a{b:(]}",
    "a{b:url('x'}",
    "/* x",
    'a{b:"x',
    'a{b:"x\n"}',
    "a{b:url(x}",
    "a{b:url(x y)}",
    "a{b:url(x'y)}",
    "a{b:url(var(--x))}",
    "a\\",
    "@import (]) 'x';",
    "(".repeat(33) + ")".repeat(33),
  ]) {
    assert.throws(() => clean(css), UnreadableCss, css);
  }
});
