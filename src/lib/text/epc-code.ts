import { sepaLength } from "./sepa.ts";

interface Transfer {
  name: string;
  iban: string;
  bic?: string | undefined;
  /** In cents. */
  amount: number;
  currency: string;
  remittance: string;
}

const maxAmount = 99_999_999_999;
const [maxName, maxRemittance, maxBytes] = [70, 140, 331];

/** Latin letters, digits and the punctuation of payments. Banks reject or replace others. */
const writable = /^[\p{Script=Latin}0-9 /?:().,'+&*$;%=#@_-]+$/u;

/**
 * Returns the text of the QR code by which banking apps fill in a SEPA transfer (EPC069-12, version 2). Undefined for what
 * such a transfer cannot carry: other currencies, accounts outside of the area, amounts, names and texts out of bounds.
 */
export function epcCode({ name, iban, bic, amount, currency, remittance }: Transfer): string | undefined {
  const [payee, text] = [oneLine(name), oneLine(remittance)];
  const isPayable =
    currency === "EUR" &&
    Number.isInteger(amount) &&
    amount >= 1 &&
    amount <= maxAmount &&
    sepaLength(iban) === iban.length;
  const isWritable = [payee, text].every((each) => writable.test(each));
  if (!isPayable || !isWritable || payee.length > maxName || text.length > maxRemittance) return undefined;
  // Service tag, version, UTF-8, SEPA credit transfer, then the transfer. Without purpose and structured reference.
  const sum = `EUR${(amount / 100).toFixed(2)}`;
  const code = ["BCD", "002", "1", "SCT", bic ?? "", payee, iban, sum, "", "", text].join("\n");
  return Buffer.byteLength(code) > maxBytes ? undefined : code;
}

const oneLine = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
