/** Texts that attack strings, headers, lines, paths, pages and slow parsers. */
export const hostileTexts: readonly string[] = [
  "\0",
  "a\0b",
  "a\r\nSet-Cookie: planted=1\r\n\r\n<b>",
  "\n",
  "%",
  "%00",
  "%0d%0aSet-Cookie:%20planted=1",
  "\ufeff\u202eevil\u2066",
  "e\u0301\u{1f469}\u200d\u{1f680}日本語",
  `"><script>alert(1)</script>`,
  "'><img src=x onerror=alert(1)>",
  "</title><svg onload=alert(1)>",
  "javascript:alert(1)",
  "{{7*7}}${7*7}<%= 7*7 %>",
  "'; drop table members; --",
  "\\'\\\"",
  "../../../../etc/passwd",
  "//evil.example.test",
  "https://evil.example.test/",
  "__proto__",
  "constructor",
  "[object Object]",
  "-1",
  "1e309",
  "9".repeat(400),
  "NaN",
  "x".repeat(5000),
  "\u{1f642}".repeat(600),
  " ",
  "null",
];

/** Percent-encoded bytes that are not valid UTF-8. */
const hostileBytes: readonly string[] = ["%ff", "%c3", "%ed%a0%80", "%f0%9f", "%c0%af", "%00%ff"];

/** One of each kind, for tests where all would take too long. */
export const fewEncoded: readonly string[] = [
  "a%00b",
  "%0d%0aSet-Cookie:%20planted=1",
  "%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  "%27%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
  "//evil.example.test",
  "https://evil.example.test/",
  "__proto__",
  "9".repeat(400),
  "x".repeat(5000),
  "%e2%80%aeevil%f0%9f%99%82",
  "%ff",
  "%ed%a0%80",
];

export const encoded: readonly string[] = [...hostileTexts.map((text) => encodeURIComponent(text)), ...hostileBytes];
