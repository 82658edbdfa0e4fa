import { parentPort, workerData } from "node:worker_threads";
import { drawText, fitBlocks, type FittedText, heightOf, type TextBlock } from "#lib/pdf/multilingual-text.ts";
import { drawLogo, ink, onPaper, openPdf, soft } from "./document.ts";
import type { ReceiptDocument } from "./receipt-pdf.ts";

/*
 * Entry point of the worker that renders one receipt.
 */

const margin = 56;
const gap = 24;
const maxLogo = { width: 180, height: 48 };
const rule = "#c9cdd2";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only `receiptPdf` starts this worker.
const receipt = workerData as ReceiptDocument;

async function render(text: ReceiptDocument): Promise<Uint8Array> {
  const { language, schoolLanguage, colors } = text;
  const { pdf, bytes } = openPdf({ layout: "portrait", title: text.title, author: text.site, language });
  const { width, height } = pdf.page;
  const [left, right, bottom] = [margin, width - margin, height - margin - 24];
  const whole = right - left;
  const half = (whole - gap) / 2;
  const [primary, accent] = [onPaper(colors.primary), onPaper(colors.accent)];

  // Fonts are embedded once for all texts.
  const blocks: TextBlock[] = [];
  const fitted: FittedText[] = [];
  const add = (content: string, look: Partial<TextBlock> = {}): (() => FittedText) => {
    const index = blocks.length;
    blocks.push({
      text: content,
      language,
      weight: 400,
      color: ink,
      sizes: [10.5],
      maxLines: 2,
      maxWidth: whole,
      ...look,
    });
    return () => {
      const found = fitted[index];
      if (!found) throw new Error("A text is missing.");
      return found;
    };
  };
  const named = { language: schoolLanguage, maxLines: 3 };
  const label = { color: soft, sizes: [9], maxLines: 1 };
  const amountWidth = 130;
  const line = (
    { name, amount }: ReceiptDocument["total"],
    weight: 400 | 600 = 400,
    look: Partial<TextBlock> = {},
  ) => ({
    name: add(name, { weight, maxWidth: whole - amountWidth - gap, ...look }),
    amount: add(amount, { weight, maxWidth: amountWidth, sizes: [10.5, 8, 6], maxLines: 1 }),
  });
  const party = ({ label: heading, lines }: ReceiptDocument["seller"]) => [
    add(heading, { ...label, maxWidth: half }),
    ...lines.map((content) => add(content, { ...named, maxWidth: half })),
  ];

  const site = add(text.site, { ...named, sizes: [13, 11, 9], maxLines: 2, color: soft });
  const title = add(text.title, { weight: 600, sizes: [24, 20, 16], color: primary });
  const facts = text.facts.map((fact) => add(fact, { color: soft }));
  const [seller, buyer] = [party(text.seller), party(text.buyer)];
  const item = add(text.item, label);
  const lines = text.lines.map((one) => line(one, 400, named));
  const discount = text.discount && line(text.discount);
  const total = line(text.total, 600);
  const remarks = text.remarks.map((remark) => add(remark, { color: soft }));
  const url = add(text.url, { color: soft, sizes: [8, 6], maxLines: 1 });
  fitted.push(...(await fitBlocks(pdf, blocks)));

  const footer = () => {
    drawText(pdf, url(), { x: left, top: height - margin, align: "left" });
    pdf.link(left, height - margin, whole, 12, text.url);
  };
  let top = margin;
  /** Begins a new page if less than this is left. */
  const need = (space: number): void => {
    if (top + space <= bottom) return;
    footer();
    pdf.addPage();
    top = margin;
  };
  const write = (content: FittedText, after = 0): void => {
    need(heightOf(content));
    top = drawText(pdf, content, { x: left, top, align: "left" }) + after;
  };
  const separate = (color: string, thickness: number): void => {
    pdf.lineWidth(thickness).moveTo(left, top).lineTo(right, top).stroke(color);
    top += 8;
  };
  const writeSum = ({ name, amount }: ReturnType<typeof line>): void => {
    need(heightOf(name()) + 8);
    const start = top;
    top = drawText(pdf, name(), { x: left, top: start, align: "left" }) + 6;
    drawText(pdf, amount(), { x: right, top: start, align: "right" });
  };

  if (text.logo) {
    drawLogo(pdf, text.logo, { x: left, top, box: maxLogo, align: "left" });
    top += maxLogo.height + 10;
  }
  write(site(), 18);
  write(title(), 6);
  for (const fact of facts) write(fact());
  top += 20;
  const start = top;
  const columns = [seller, buyer].map((texts, index) => {
    let at = start;
    for (const content of texts) {
      at = drawText(pdf, content(), { x: left + index * (half + gap), top: at, align: "left" });
    }
    return at;
  });
  top = Math.max(...columns) + 28;
  write(item(), 4);
  separate(accent, 1.5);
  for (const one of lines) writeSum(one);
  if (discount) writeSum(discount);
  need(40);
  top += 2;
  separate(rule, 0.75);
  writeSum(total);
  top += 8;
  for (const remark of remarks) write(remark(), 2);
  footer();
  pdf.end();
  return bytes;
}

parentPort?.postMessage(await render(receipt));
