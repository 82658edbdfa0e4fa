import type { FastifyInstance, FastifyRequest } from "fastify";
import { errorOf } from "#lib/error-of.ts";
import {
  ForbiddenKeyError,
  JsonLimitError,
  type JsonLimits,
  JsonSyntaxError,
  parseLargeJson,
} from "#lib/parse-large-json.ts";

type Done = (error: Error | null, body?: unknown) => void;

/** The error for JSON with a field that could pollute the prototypes of server objects. */
export const forbiddenField = {
  code: "FORBIDDEN_FIELD",
  message: "The body has a field called __proto__, or constructor with a nested prototype. Use another name.",
};

/** Code of the error for JSON that exceeds a limit on its structure; its message names the limit. */
export const jsonLimitCode = "JSON_LIMIT_EXCEEDED";

/** A full curriculum of 2,000 lectures has about 60,000 values. */
const limits: JsonLimits = { values: 100_000, depth: 64, fields: 5000, tokenLength: 7_000_000 };

/** Characters. `JSON.parse` reads the worst text of this length in about ten milliseconds. */
const smallBody = 64 * 1024;

/** Reads JSON as Fastify does, large bodies in pieces, and distinguishes invalid JSON from JSON with a forbidden field. */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request: FastifyRequest, text: string, done: Done): void => {
    if (text.length > smallBody) return void parseLarge(text, done);
    void parse(request, text, (error, body) => {
      if (!error) return done(null, body);
      // The engine reports positions of some errors only. An empty body has an error of its own.
      return text === "" ? done(error) : void parseLarge(text, done);
    });
  };
}

async function parseLarge(text: string, done: Done): Promise<void> {
  let body: unknown;
  try {
    body = await parseLargeJson(text, limits);
  } catch (error) {
    return done(error instanceof JsonSyntaxError ? invalidJson(text, error.position) : refusalOf(error));
  }
  done(null, body);
}

function refusalOf(error: unknown): Error {
  if (error instanceof ForbiddenKeyError) return forbidden();
  if (error instanceof JsonLimitError) {
    return coded(`The body is too large to process. ${error.message}`, jsonLimitCode, 413);
  }
  return errorOf(error);
}

/** Lines and columns count from 1, as in editors. */
function invalidJson(text: string, position: number): Error {
  let [line, lineStart] = [1, 0];
  // Large bodies can have millions of lines, so this allocates nothing per line.
  for (let at = 0; at < position; at++) if (text.charCodeAt(at) === 10) [line, lineStart] = [line + 1, at + 1];
  const column = position - lineStart + 1;
  const where = position >= text.length ? "it ends early, at" : "unexpected text at";
  const message = `The request body is not valid JSON: ${where} line ${line}, column ${column}.`;
  return coded(message, "FST_ERR_CTP_INVALID_JSON_BODY", 400);
}

const forbidden = () => coded(forbiddenField.message, forbiddenField.code, 400);

const coded = (message: string, code: string, statusCode: number) =>
  Object.assign(new Error(message), { code, statusCode });
