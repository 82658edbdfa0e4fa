import type { SchoolLook } from "#domain/site/appearance/school-look.ts";
import { renderPdf } from "./render-pdf.ts";

/** Content of the PDF of a receipt. Texts and amounts are ready to print. */
export interface ReceiptDocument extends SchoolLook {
  /** Language of the labels. */
  language: string;
  /** Language of the school, for names. */
  schoolLanguage: string;
  title: string;
  site: string;
  url: string;
  /** Order number, dates. */
  facts: readonly string[];
  seller: Party;
  buyer: Party;
  /** Heading of the lines. */
  item: string;
  lines: readonly Sum[];
  discount: Sum | undefined;
  total: Sum;
  /** The included tax, and what was refunded. */
  remarks: readonly string[];
}

interface Party {
  label: string;
  lines: readonly string[];
}

interface Sum {
  name: string;
  amount: string;
}

/** Renders A4 pages. */
export const receiptPdf = (siteId: string, receipt: ReceiptDocument): Promise<Uint8Array> =>
  renderPdf(siteId, new URL("./receipt-pdf-worker.ts", import.meta.url), receipt);
