import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../../support/data/random.ts";
import { rounds } from "../../support/thorough.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { adminForms, hostile } from "../support/hostile-forms.ts";

/** A message at a field, above the form, or on an error page. */
const explains = (body: string) =>
  /class="wrong"[^>]*>\s*[^<\s]/.test(body) ||
  /role="(alert|status)"[^>]*>\s*(<[^>]*>\s*)*[^<\s]/.test(body) ||
  /<p class="lead">\s*[^<\s]/.test(body);

/** Fields that are marked, but not linked at the beginning of the page, which has the focus. */
const unlinked = (body: string): string[] => {
  const invalid = [...body.matchAll(/<(?:input|textarea|select)\b[^>]*\saria-invalid="true"[^>]*>/g)].join("");
  const ids = [...invalid.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
  const [summary = ""] = /<div\b[^>]*role="alert"[^>]*\sautofocus.*?<\/div>/s.exec(body) ?? [];
  return ids.filter((id) => !summary.includes(`href="#${id}"`));
};

void test("Every form of the admin area refuses hostile values with a reason and links to the fields, and never fails", async () => {
  const { site } = await anInhabitedSite("Hostilewick");
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const forms = await adminForms(browser);
  assert.ok(forms.length > 180, `${forms.length} forms`);
  const random = randomFrom(40);
  const total = rounds(150, 5_000);
  const failures: string[] = [];
  let refused = 0;
  for (let count = 0; count < total; count++) {
    // Most forms without a field delete something: they come last.
    const asked = forms.filter(({ hasInput }) => hasInput === count < total * 0.8);
    const { sent, changes, action } = hostile(asked[Math.floor(random() * asked.length)]!, random);
    const { statusCode, body } = await browser.request("POST", action, sent);
    if (statusCode >= 400) refused++;
    if (statusCode >= 500 || (statusCode >= 400 && !explains(body))) {
      failures.push(`${statusCode} ${action}: ${changes.join(" | ")}`);
    }
    const without = statusCode >= 400 ? unlinked(body) : [];
    if (without.length > 0) failures.push(`${action}: no link to ${without.join(", ")}`);
  }
  assert.deepEqual(failures, []);
  assert.ok(refused > total / 3, `${refused} of ${total} were refused`);
});

void test("A form that says it showed what no field is called writes as any other", async () => {
  const { site } = await anInhabitedSite("Shownwick");
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const shown of ["constructor:x", "__proto__:x toString:y", "name:x hasOwnProperty:y"]) {
    const path = "/admin/appearance/navigation/edit";
    const item = { "navigation.0.label": `Courses ${shown.length}`, "navigation.0.href": "/courses" };
    const saved = await browser.submit(await browser.open(path), { ...item, shown }, path);
    assert.match(saved.address, /\?done=saved$/, `${shown}: ${saved.status}`);
  }
});
