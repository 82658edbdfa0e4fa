/** Details of a bank transfer, as the member sees them: those of the account at the time of the order. */
export function transferInstructions(
  settings: Readonly<Record<string, string>>,
  reference: string,
): Readonly<Record<string, string>> {
  const { instructions = "", holder = "" } = settings;
  return { text: instructions, reference, ...(holder !== "" && { holder }) };
}
