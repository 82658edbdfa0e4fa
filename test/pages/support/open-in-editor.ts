import type { Page } from "playwright-core";

/** The view in which a text was opened. */
export type OpenedAs = "rich" | "source";

/**
 * Puts a text into the source view of the first Markdown field, opens it with formatting, and returns the view that the
 * editor chose and the text that the form would save.
 */
export async function openInEditor(page: Page, name: string, text: string): Promise<{ as: OpenedAs; saved: string }> {
  const field = page.locator(`textarea[name=${name}]`);
  const isRich = await page.locator(".rich [role=textbox]").first().isVisible();
  if (isRich) await page.getByRole("button", { name: "Show the Markdown source" }).first().click();
  await field.evaluate((area, value) => {
    Object.assign(area, { value });
  }, text);
  // The sentence about the text before would be taken for one about this text.
  await page
    .locator("l-markdown > [role=status]")
    .first()
    .evaluate((status) => status.replaceChildren());
  await page.getByRole("button", { name: "Show with formatting" }).first().click();
  const shown = page.getByRole("button", { name: "Show the Markdown source" }).first();
  const refused = page.getByText("would change").first();
  await shown.or(refused).first().waitFor();
  return { as: (await shown.isVisible()) ? "rich" : "source", saved: await field.inputValue() };
}
