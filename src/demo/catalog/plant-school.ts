import { savePaymentProvider, saveSellingSettings } from "#domain/sales/payments/settings/save-providers.ts";
import { replaceHomeSections } from "#domain/site/appearance/home-sections.ts";
import { replaceNavigation, updateAppearance } from "#domain/site/appearance/operations.ts";
import { updateSchool } from "#domain/site/school/operations.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoSite } from "../content/read-school.ts";
import { daysFrom, type Planting, run } from "../planting.ts";

/** The profile of the school, with the currency of its prices. */
export async function plantProfile(planting: Planting, { school, timeZone }: DemoSite) {
  const { currency, supportEmail } = school;
  const { origin } = planting.context.site;
  const legal = { termsUrl: `${origin}/terms`, privacyUrl: `${origin}/privacy` };
  const opened = daysFrom(planting.context.now, -200);
  const currencies = [currency];
  await run(planting, updateSchool, { timeZone, supportEmail, legal, defaultCurrency: currency, currencies }, opened);
}

/** The look, home page and payment methods of the school. */
export async function plantSchool(planting: Planting, { school }: DemoSite) {
  const { colors, fonts, seller, hero, headings, faq } = school;
  const { files } = planting;
  const opened = daysFrom(planting.context.now, -200);
  const pictures = {
    logoFileId: mustGet(files, "school/logo.svg"),
    logoDarkFileId: mustGet(files, "school/logo-dark.svg"),
    faviconFileId: mustGet(files, "school/favicon.svg"),
    coverFileId: mustGet(files, "school/cover.svg"),
  };
  const look = { ...pictures, fonts, colors };
  await run(planting, updateAppearance, { ...look, darkMode: "auto", cornerRadius: "medium" }, opened);
  const cards = (kind: "courses" | "events" | "plans" | "posts" | "lecturers", limit: number) => ({
    kind,
    settings: { heading: headings[kind], limit },
  });
  const homeSections = [
    { kind: "hero" as const, settings: hero },
    cards("courses", 6),
    cards("events", 3),
    cards("plans", 3),
    cards("posts", 3),
    cards("lecturers", 6),
    { kind: "faq" as const, settings: { heading: headings.faq, items: faq } },
  ];
  await run(planting, replaceHomeSections, { homeSections }, opened);
  await run(planting, replaceNavigation, { navigation: school.navigation }, opened);
  await plantPayments(planting, school, opened);
  const { name: sellerName, address: sellerAddress, taxId: sellerTaxId, taxName, taxRate } = seller;
  await run(planting, saveSellingSettings, { sellerName, sellerAddress, sellerTaxId, taxName, taxRate }, opened);
}

/** The simulated provider, so that visitors of the demo can buy, and bank transfer. */
async function plantPayments(planting: Planting, { transferInstructions }: DemoSite["school"], at: Date) {
  await run(planting, savePaymentProvider, { provider: "test", enabled: true }, at);
  const settings = { instructions: transferInstructions };
  await run(planting, savePaymentProvider, { provider: "offline", enabled: true, settings }, at);
}
