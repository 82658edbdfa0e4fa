const same = Symbol("unchanged");

/** Marks the output of a write that changed no data. Such a write leaves no audit entry and emits no event. */
export const unchanged = <Output extends object>(output: Output): Output => ({ ...output, [same]: true });

export const isUnchanged = (output: unknown): boolean =>
  typeof output === "object" && output !== null && same in output;
