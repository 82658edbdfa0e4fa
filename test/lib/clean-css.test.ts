import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanCss, isOfOrigin } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/css-tokens.ts";

const origin = "https://school.example";
const clean = (css: string) => cleanCss(css, isOfOrigin(origin));

void test("A style sheet that loads nothing stays as it is", () => {
  const css = `.hero > a:hover { color: #1f6feb; margin: -0.5em 2%; content: "→ more"; }
@media (min-width: 40rem) and (width < 80rem) { .md\\:flex { display: flex } }
@supports (display: grid) { .a { grid-template: "x y" 1fr / auto } }
@keyframes turn { from { rotate: 0 } 50.5% { rotate: 180deg } }`;
  assert.deepEqual(clean(css), { css, removed: [] });
});

void test("Addresses of the site and pictures in the sheet stay, addresses of other origins do not", () => {
  const own = ["/a.png", "a.png", "#mask", "https://school.example/a.png", "data:image/png;base64,AAAA"];
  for (const address of own) {
    assert.equal(clean(`a{background:url(${address})}`).css, `a{background:url("${address}")}`);
    assert.equal(clean(`a{background:url( '${address}' )}`).css, `a{background:url("${address}")}`);
  }
  const foreign = [
    "https://evil.example/x",
    "//evil.example/x",
    "\\\\\\\\evil.example/x",
    "https:\\2f\\2f evil.example",
    "http://school.example/a.png",
    "data:text/html,x",
    "javascript:alert(1)".replace("(1)", ""),
  ];
  for (const address of foreign) {
    for (const written of [`url(${address})`, `URL("${address}")`, `u\\72l(${address})`, `\\75 rl('${address}')`]) {
      const { css, removed } = clean(`a{background:${written}}`);
      assert.equal(css, "a{background:none}", written);
      assert.equal(removed.length, 1);
    }
  }
});

void test("A number and its unit hide no address", () => {
  assert.equal(clean("a{x:50%url(https://evil.example)}").css, "a{x:50%none}");
  assert.equal(clean("a{x:1.url(https://evil.example)}").css, "a{x:1.none}");
  assert.equal(clean("a{x:-5%url(//evil.example)}").css, "a{x:-5%none}");
  assert.equal(clean("a{x:1e3%url(//evil.example)}").css, "a{x:1e3%none}");
  assert.doesNotMatch(clean("a{x:/**/url(//evil.example)}").css, /evil/);
});

void test("Rules that load something or belong to nobody here are taken out whole", () => {
  for (const rule of [
    '@import "https://evil.example/x.css";',
    "@import url(/own.css) layer(x) screen;",
    "@IMPORT 'x';",
    "@\\69mport 'x';",
    "@im/**/port 'x';".replace("/**/", ""),
    "@namespace svg url(http://www.w3.org/2000/svg);",
    '@charset "utf-8";',
    "@document url(http://a.example) { a { color: red } }",
    "@font-feature-values x { @styleset { a: 1 } }",
  ]) {
    const { css, removed } = clean(`${rule}b{color:red}`);
    assert.equal(css, "b{color:red}", rule);
    assert.equal(removed.length, 1, rule);
  }
  assert.equal(clean("@media print{@import 'x'}b{}").css, "@media print{}b{}");
  assert.equal(clean("b{}@import 'x'").css, "b{}");
});

void test("Strings are no addresses where a function could take them as such, in a variable too", () => {
  const direct = clean('a{background:image-set("https://evil.example/x" 1x, "/own.png" 2x)}');
  assert.equal(direct.css, 'a{background:image-set("" 1x, "/own.png" 2x)}');
  const variable = clean('a{--x:"//evil.example/x";background:-webkit-image-set(var(--x) 1x)}');
  assert.doesNotMatch(variable.css, /evil/);
  assert.match(clean('a{content:"https://other.example"}').css, /other/);
});

void test("No style sheet ends the element that it stands in", () => {
  for (const css of [
    'a{content:"</style><script>x</script>"}',
    "</style><script>x</script>",
    "<!-- a{} -->",
    "a{x:\\<\\/style}",
    "a{x:\\</style}",
    "a{b:url('</style>')}",
    "#\\</style{}",
    "@media \\</style{}",
  ]) {
    assert.doesNotMatch(clean(css).css, /<[!/a-z]/i, css);
  }
});

void test("What browsers would have to guess at is refused", () => {
  for (const css of [
    "a{",
    "a}",
    "a{b:(]}",
    "/* x",
    'a{b:"x',
    'a{b:"x\n"}',
    "a{b:url(x}",
    "a{b:url(x y)}",
    "a{b:url(x'y)}",
    "a\\",
  ]) {
    assert.throws(() => clean(css), UnreadableCss, css);
  }
});
