import { formatId, newId } from "#domain/platform/ids.ts";
import { formsIn, hiddenFieldsIn, valuesIn } from "#pages/views/parts/parse-form.ts";
import { EncodedForm, type TestBrowser } from "../../support/browser-session.ts";

/** A form as a browser would send it unchanged. */
export interface SentForm {
  page: string;
  action: string;
  fields: readonly (readonly [string, string])[];
  /** True if a person can enter something. */
  hasInput: boolean;
}

const patternOf = (address: string) => address.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d{6,}|[0-9a-z-]{26,}/g, ":id");

/** Opens the pages of the admin area, one of each pattern, and returns the forms that they contain, one of each action. */
export async function adminForms(browser: TestBrowser): Promise<SentForm[]> {
  const known = new Set<string>();
  const forms = new Map<string, SentForm>();
  const queue = new Set(["/admin"]);
  for (const address of queue) {
    const { body } = await browser.open(address);
    for (const { method, action, inner } of formsIn(body)) {
      const hidden = hiddenFieldsIn(inner);
      const name = `${patternOf(action)} ${hidden.get("act") ?? ""}`;
      if (method !== "post" || !action.startsWith("/admin") || forms.has(name)) continue;
      const values = valuesIn(inner);
      forms.set(name, { page: address, action, fields: [...hidden, ...values], hasInput: values.size > 0 });
    }
    for (const [, href = ""] of body.matchAll(/href="(\/admin[^"#?]*)/g)) {
      if (known.has(patternOf(href)) || /\.(pdf|csv)$/.test(href)) continue;
      known.add(patternOf(href));
      queue.add(href);
    }
  }
  return [...forms.values()];
}

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "0",
  "-1",
  "",
  ".",
  "a.b",
];

const suffixes = [".__proto__", ".constructor.prototype", ".0", ".999", ".0.__proto__", ".count", ".kind", ".amount"];

const values = [
  "",
  " ",
  "\u0000",
  "\u202eabc",
  "😀".repeat(40),
  "x".repeat(300),
  "x".repeat(9_000),
  "x ".repeat(40_000),
  "\n".repeat(3_000),
  "a\n".repeat(3_000),
  "-1",
  "0",
  "1e308",
  "NaN",
  "Infinity",
  "0x10",
  "1.5",
  "9".repeat(15),
  "9".repeat(400),
  "2147483648",
  "on",
  "off",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
  "__proto__: 1",
  "constructor: 1\ntoString: 2",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  "%_\\",
  "$1",
  "{text} {name}",
  "{}",
  "[]",
  "[[[",
  '{"__proto__":{"a":1}}',
  "[".repeat(20_000),
  "[".repeat(9_000) + "]".repeat(9_000),
  '{"a":'.repeat(5_000),
  "javascript:alert(1)",
  "https://[::1]/",
  "//example.test/",
  "/admin/../../etc",
  "0000-00-00",
  "9999-12-31",
  "2026-02-30",
  "-000001-01-01",
  "24:60",
  "23:59:59.999",
  "Nowhere/Zone",
  "xx-YY",
  "EUR",
  "a@b",
  `${"a".repeat(64)}@${"b".repeat(190)}.test`,
  "# ".repeat(2_000),
  "> ".repeat(2_000),
  "[a](".repeat(2_000),
] as const;

const ids = ["course", "member", "coupon", "file", "order", "lecture"] as const;

interface HostileForm {
  action: string;
  sent: EncodedForm;
  /** Names of what was changed. */
  changes: string[];
}

/** Changes a form at random, and returns it encoded. */
export function hostile(form: SentForm, random: () => number): HostileForm {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const value = () => (random() < 0.1 ? formatId(one(ids), newId()) : one(values));
  let fields = form.fields.map(([name, text]) => [name, text] as [string, string]);
  const changes: string[] = [];
  const own = () => one(fields.filter(([name]) => name !== "csrf"))?.[0] ?? "name";
  const set = (name: string, text: string) => {
    fields = [...fields.filter(([other]) => other !== name), [name, text]];
    changes.push(`${name}=${text.slice(0, 40)}`);
  };
  const kinds = [
    () => set(own(), value()),
    () => set(own(), value()),
    () => set(own(), value()),
    () => fields.push([own(), value()]),
    () => {
      const name = own();
      fields = fields.filter(([other]) => other !== name);
      changes.push(`without ${name}`);
    },
    () => set(one(names), value()),
    () => set(`${own()}${one(suffixes)}`, value()),
    () => set(`${own().replace(/\.[^.]*$/, "")}${one(suffixes)}`, value()),
    () => set(`row.${value().slice(0, 200)}`, "on"),
    () => set("version", one(["-1", "0", "999999999999999", "x", "1e3", "", "2147483648"])),
    () => set("key", one(["", "x", "../../etc", "a".repeat(60), "a".repeat(5_000), "__proto__"])),
    () => set("shown", one(["", "x", "__proto__:x", "name:x constructor:y", ":", "a:b ".repeat(3_000)])),
    () => set("shown", (fields.find(([name]) => name === "shown")?.[1] ?? "").replaceAll(/[a-m]/g, "z")),
    () => set("act", value()),
    () => set("confirmed", one(["yes", "no", ""])),
    () => set("draft", value()),
    () => set(own().replace(/\d+/, "4"), value()),
  ];
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) one(kinds)();
  if (random() < 0.02) set("csrf", value());
  const encoded = fields.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join("&");
  const odd = random() < 0.02 ? `&%ED%A0%80=${one(["%", "%zz", "%ff", "%00"])}` : "";
  return { sent: new EncodedForm("application/x-www-form-urlencoded", encoded + odd), changes, action: form.action };
}
