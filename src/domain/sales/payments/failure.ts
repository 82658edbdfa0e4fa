import { unseen } from "#lib/text/one-line.ts";
import type { PaymentState } from "./provider.ts";

const maxCode = 100;
const maxMessage = 500;

/**
 * Returns the failure that a provider reports, as a part of the state of a payment: one line each, of bounded length.
 * Nothing without a code and a message.
 */
export function failureOf(
  code: string | null | undefined,
  message: string | null | undefined,
): Pick<PaymentState, "failure"> {
  const failure = { code: lineOf(code, maxCode), message: lineOf(message, maxMessage) };
  return failure.code === null && failure.message === null ? {} : { failure };
}

function lineOf(text: string | null | undefined, maxLength: number): string | null {
  const characters = [...(text ?? "").slice(0, 2 * maxLength).toWellFormed()];
  const visible = characters.map((character) => (unseen.test(character) ? " " : character)).join("");
  const line = visible.replaceAll(/\s+/g, " ").trim();
  return line === "" ? null : line.slice(0, maxLength).toWellFormed();
}

/** The columns of a payment that has failed. Empty if the provider does not say why. */
export const failureColumns = ({ failure }: Pick<PaymentState, "failure">) =>
  failure ? { failureCode: failure.code, failureMessage: failure.message } : {};
