import type { Called } from "./agent.ts";

/** Capabilities of a host that can ask the user. */
export const canAsk = { elicitation: { form: {} } };

/** The user's response to a form, as hosts send it with the repeated call. */
export const response = (confirm: boolean, { requestState }: Pick<Called, "requestState">) => ({
  inputResponses: { confirm: { action: confirm ? "accept" : "decline", content: { confirm } } },
  requestState,
});
