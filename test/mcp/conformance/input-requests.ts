import { createHmac, randomBytes } from "node:crypto";
import type { Json } from "../support/agent.ts";
import { changedState } from "./errors.ts";
import type { Fixture, FixtureRequest, FixtureTool } from "./fixture.ts";

const elicit = (message: string, field: string, type = "string") => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } }, required: [field] },
  },
});
const sample = (text: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens },
});
const roots = { method: "roots/list", params: {} };

const key = randomBytes(32);
const signatureOf = (data: string) => createHmac("sha256", key).update(data).digest("base64url");

/** Signs what a later round needs to know, because clients keep it. */
function signed(state: Json): string {
  const data = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `${data}.${signatureOf(data)}`;
}

function stateOf({ params }: FixtureRequest): Json {
  const { requestState } = params;
  if (requestState === undefined) return {};
  const [data = "", signature] = (requestState as string).split(".");
  if (signature !== signatureOf(data)) throw changedState();
  return JSON.parse(Buffer.from(data, "base64url").toString()) as Json;
}

const responsesOf = ({ params }: FixtureRequest): Json => (params["inputResponses"] ?? {}) as Json;
const isObject = (value: unknown) => typeof value === "object" && value !== null;
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

/** Requests these inputs until the client has responded to all of them. */
const once =
  (
    requested: Json,
    { hasState = false, complete = text("Done.") }: { hasState?: boolean; complete?: object } = {},
  ): Fixture =>
  (request) => {
    stateOf(request);
    const responses = responsesOf(request);
    if (Object.keys(requested).every((name) => isObject(responses[name]))) return complete;
    return {
      resultType: "input_required",
      inputRequests: requested,
      ...(hasState && { requestState: signed({ asked: Object.keys(requested) }) }),
    };
  };

/** A question depends on the response to the one before. */
const inRounds: Fixture = (request) => {
  const [state, responses] = [stateOf(request), responsesOf(request)];
  if (state["round"] === 2 && isObject(responses["step2"])) return text("Done.");
  const round = state["round"] === 1 && isObject(responses["step1"]) ? 2 : 1;
  const question = round === 1 ? elicit("Step 1: What is your name?", "name") : elicit("Step 2: Which color?", "color");
  return {
    resultType: "input_required",
    inputRequests: { [`step${round}`]: question },
    requestState: signed({ round }),
  };
};

/** Requests only what the client can respond to. */
const asSupported: Fixture = (request) => {
  const supported = (request.meta["io.modelcontextprotocol/clientCapabilities"] ?? {}) as Json;
  const requested = {
    ...(supported["elicitation"] !== undefined && { value: elicit("A value", "value") }),
    ...(supported["sampling"] !== undefined && { sample: sample("A sample", 50) }),
  };
  return once(requested)(request);
};

const name = elicit("What is your name?", "name");
const consent = { confirm: elicit("Please confirm", "ok", "boolean") };

/** A prompt that needs input (`prompts/get`). */
export const promptWithInput = once(
  { user_context: elicit("What context should the prompt use?", "context") },
  { complete: { messages: [{ role: "user", content: { type: "text", text: "In this context." } }] } },
);

/** Tools that request input (MCP, multi round-trip requests). */
export const inputRequests: readonly FixtureTool[] = [
  ["test_input_required_result_elicitation", "Asks the user", once({ user_name: name })],
  [
    "test_input_required_result_sampling",
    "Asks the model",
    once({ capital_question: sample("What is the capital of France?", 100) }),
  ],
  ["test_input_required_result_list_roots", "Asks for roots", once({ client_roots: roots })],
  ["test_input_required_result_request_state", "Keeps a state", once(consent, { hasState: true })],
  ["test_input_required_result_tampered_state", "Checks its state", once(consent, { hasState: true })],
  [
    "test_input_required_result_multiple_inputs",
    "Asks for three inputs",
    once({ user_name: name, greeting: sample("Generate a greeting", 50), client_roots: roots }, { hasState: true }),
  ],
  ["test_input_required_result_multi_round", "Asks in two rounds", inRounds],
  ["test_input_required_result_capabilities", "Asks what the client supports", asSupported],
];
