const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"';
const square = '<path d="M0 0h8v8H0z"/>';
const inside = (markup: string): string => `${head}>${markup}${square}</svg>`;
const away = "https://evil.example/x";

/** SVG images whose dangerous parts must be removed, by attack. */
export const defusable: Readonly<Record<string, string>> = {
  "a script": inside("<script>alert(1)</script>"),
  "a script in CDATA": inside("<script><![CDATA[alert(1)]]></script>"),
  "an external script": inside(`<script href="${away}.js"/><script xlink:href="${away}.js"/>`),
  "a script with another prefix": inside('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
  "an XHTML script": inside('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'),
  "a script in a style": inside("<style><script>alert(1)</script></style>"),
  "a handler at the root": `${head} onload="alert(1)">${square}</svg>`,
  "a handler in upper case": inside('<g ONCLICK="alert(1)" onFocus="alert(1)" tabindex="1"/>'),
  "a handler with a prefix": inside(
    '<g xlink:onclick="alert(1)" xmlns:e="http://www.w3.org/2001/xml-events" e:onload="alert(1)"/>',
  ),
  "an embedded page": inside(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:alert(1)"/></body></foreignObject>',
  ),
  "a page in a switch": inside("<switch><foreignObject><div onclick='alert(1)'>x</div></foreignObject><g/></switch>"),
  "elements of pages": inside(
    `<iframe src="${away}"/><img src="x" onerror="alert(1)"/><audio src="${away}"/><embed src="${away}"/>`,
  ),
  "a javascript: link": inside('<a href="javascript:alert(1)" xlink:href="javascript:alert(1)"><circle r="1"/></a>'),
  "a link with a tab in its scheme": inside('<a xlink:href="java&#9;script:alert(1)"><circle r="1"/></a>'),
  "an external SVG image": inside(`<use href="${away}#a"/><use xlink:href="//evil.example/#a"/>`),
  "an SVG image in a data: URL": inside('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'),
  "an external image": inside(`<image href="${away}.png"/><feImage href="${away}.png"/>`),
  "an image in a data: URL": inside('<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>'),
  "an image of this server": inside('<image href="file:///etc/passwd"/><image href="/account"/>'),
  "an external gradient": inside(`<linearGradient id="a" href="${away}#g"/><pattern xlink:href="${away}#p"/>`),
  "an external paint server": inside(`<rect fill="url(${away}#f)" filter="url('${away}#f')" mask='url("${away}")'/>`),
  "an external paint server, escaped": inside(`<rect fill="\\75\\72\\6c(${away})" style="fill:u\\72l(${away})"/>`),
  "a style that imports a style sheet": inside(`<style>@import "${away}.css"; @import url(${away}.css);</style>`),
  "a style that imports a style sheet, escaped": inside(`<style>@\\69mport "${away}.css";</style>`),
  "a style that loads a font": inside(`<style>@font-face{font-family:x;src:url(${away})}</style>`),
  "a style that loads an image": inside(`<style>svg{background:url(${away});cursor:image-set("${away}" 1x)}</style>`),
  "a style that ends early": inside("<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>"),
  "a style in CDATA that ends early": inside("<style><![CDATA[a{}</style><script>alert(1)</script>]]></style>"),
  "a style for old browsers": inside(`<rect style="behavior:url(${away});-moz-binding:url(${away}#x)"/>`),
  "an animation that sets a link": inside('<a><set attributeName="href" to="javascript:alert(1)"/><text>x</text></a>'),
  "an animation with a handler": inside(
    '<animate onbegin="alert(1)" attributeName="x" dur="1s"/><animateTransform onend="alert(1)"/>',
  ),
  "an animation of a handler": inside('<animate attributeName="onclick" values="alert(1)"/>'),
  "a handler element": inside(
    '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
  ),
  "text that looks like markup": inside("<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>"),
  "an attribute that looks like its end": inside('<g id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>'),
  "a comment that ends early": inside("<!-- ><script>alert(1)</script> -->"),
  "an xml-stylesheet instruction": `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${away}.xsl"?>${inside("")}`,
  "an external document type": `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${inside("")}`,
  "a base URL": `${head} xml:base="https://evil.example/">${square}</svg>`,
  "metadata in other namespaces": inside(
    '<metadata><x:xmpmeta xmlns:x="adobe:ns:meta/">me@home.example</x:xmpmeta></metadata>',
  ),
};

const uses = (times: number, name: string): string => `<use href="#${name}"/>`.repeat(times);
const levels = Array.from({ length: 12 }, (_, index) => index);

/** SVG images that cannot be sanitized, or are too expensive to render. */
export const refusable: Readonly<Record<string, string>> = {
  "an entity": `<!DOCTYPE svg [<!ENTITY a "b">]>${inside("<text>&a;</text>")}`,
  "an external entity": `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${inside("<text>&a;</text>")}`,
  "recursive entities": `<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>${inside("<text>&b;</text>")}`,
  "attribute declarations": `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${inside("")}`,
  "an undeclared entity": inside("<text>&nbsp;</text>"),
  "malformed markup": `${head}><g></svg>`,
  "an attribute without quotes": "<svg onload=alert(1)>",
  "a duplicate attribute": inside('<g id="a" id="b"/>'),
  "an undeclared prefix": inside('<use evil:href="#a"/>'),
  "a second document": `${inside("")}<script>alert(1)</script>`,
  "a root in another namespace": '<svg xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></svg>',
  "an unparsable style": inside("<style>a{background:url(</style>"),
  "an invalid XML character": inside("<text>\uFFFF</text>"),
  "a billion copies": inside(
    levels.map((level) => `<g id="a${level}">${uses(10, `a${level + 1}`)}</g>`).join("") + '<g id="a12"/>',
  ),
  "a billion masks by classes": inside(
    `<style>${levels.map((level) => `.a${level}{mask:url(#m${level})}`).join("")}</style>` +
      levels.map((level) => `<mask id="m${level}">${`<g class="a${level + 1}"/>`.repeat(10)}</mask>`).join("") +
      '<g class="a0"/>',
  ),
  "a recursive reference": inside('<g id="a"><use href="#a"/></g>'),
  "too many elements": inside("<g/>".repeat(10_001)),
  "elements too deep": inside("<g>".repeat(65) + "</g>".repeat(65)),
  "too many bytes": inside(`<desc>${"x".repeat(512 * 1024)}</desc>`),
};
