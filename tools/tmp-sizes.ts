import { openSiteDocument } from "#rest/openapi/site-document.ts";
import { readTag } from "#rest/openapi/tag-document.ts";
import { tagDescriptions } from "#rest/openapi/tags.ts";
const document = await openSiteDocument({ origin: "https://a.example", name: "A" });
const sizes: [number, string][] = [];
for (const tag of Object.keys(tagDescriptions)) {
  const start = performance.now();
  sizes.push([JSON.stringify(await readTag(document, tag)).length, `${tag} ${Math.round(performance.now() - start)} ms`]);
}
sizes.sort(([a], [b]) => a - b);
console.log(sizes.length, sizes[0], sizes[1], sizes[Math.floor(sizes.length / 2)], sizes.at(-2), sizes.at(-1));
