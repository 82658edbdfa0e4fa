import type { FastifyInstance, FastifyRequest } from "fastify";
import { findUnstorableInSlices } from "#domain/platform/input/storable-text.ts";
import { errorOf } from "#lib/error-of.ts";
import {
  ForbiddenKeyError,
  JsonLimitError,
  type JsonLimits,
  JsonSyntaxError,
  parseLargeJson,
  RepeatedKeyError,
} from "#lib/json/parse-large-json.ts";
import { findRepeatedKey } from "#lib/json/repeated-key.ts";
import { forbiddenField, jsonLimitCode } from "./json-errors.ts";
import { decodeJsonText } from "./text.ts";
import { TransportError } from "./transport-error.ts";

type Done = (error: Error | null, body?: unknown) => void;

/** A full curriculum of 2,000 lectures has about 60,000 values. */
const limits: JsonLimits = { values: 100_000, depth: 64, fields: 5000, tokenLength: 7_000_000, hasUniqueNames: true };

/** Characters. `JSON.parse` reads the worst text of this length in about ten milliseconds. */
const smallBody = 64 * 1024;

interface Options {
  /**
   * Returns the part of a body in which texts that cannot be stored, with U+0000 or a lone surrogate, are refused.
   * Default: all. False leaves them to the schemas, which name the field.
   */
  checksTexts?: false | ((body: unknown) => unknown);
  /** Reads more of the text than its value, also if a rule refuses the value. The text is valid JSON up to a limit. */
  inspect?: (request: FastifyRequest, text: string) => Promise<void> | undefined;
}

/**
 * Accepts JSON of these media types: strictly UTF-8, large bodies in pieces, and with an error of its own for a
 * forbidden field.
 */
export function acceptJson(
  app: FastifyInstance,
  types: string | string[],
  { checksTexts = (body) => body, inspect }: Options = {},
): void {
  const parse = parserOf(app);
  app.addContentTypeParser<Buffer>(types, { parseAs: "buffer" }, (request, bytes, done) => {
    let text: string;
    try {
      text = decodeJsonText(bytes);
    } catch (error) {
      return done(errorOf(error));
    }
    parse(request, text, (error, body) => {
      if (error && !isRefusal(error)) return done(error);
      const finish = () =>
        !error && checksTexts && hasUnusualEscape.test(text)
          ? void requireTexts(body, checksTexts, done)
          : done(error, body);
      const inspecting = inspect?.(request, text);
      // oxlint-disable-next-line promise/no-promise-in-callback -- Fastify's parsers call back.
      if (inspecting) void inspecting.then(finish, done);
      else finish();
    });
  });
}

/** An escape that may be U+0000 or half a surrogate pair. */
const hasUnusualEscape = /\\u(?:0000|d[89a-f])/i;

/** The body is JSON that this server does not accept. */
const isRefusal = (error: Error): boolean =>
  error instanceof TransportError ||
  ("code" in error && (error.code === forbiddenField.code || error.code === jsonLimitCode));

async function requireTexts(body: unknown, partOf: (body: unknown) => unknown, done: Done): Promise<void> {
  let unstorablePath: PropertyKey[] | undefined;
  try {
    unstorablePath = await findUnstorableInSlices(partOf(body));
  } catch (error) {
    return done(errorOf(error));
  }
  done(unstorablePath ? unstorable() : null, body);
}

const unstorable = () =>
  new TransportError("invalid_request", "The body has a text with U+0000 or a lone surrogate. Remove it.");

function parserOf(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request: FastifyRequest, text: string, done: Done): void => {
    if (text.length > smallBody) return void parseLarge(text, done);
    void parse(request, text, (error, body) => {
      if (!error) {
        const repeated = findRepeatedKey(text);
        return repeated === undefined ? done(null, body) : done(repeatedField(repeated));
      }
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
  if (error instanceof RepeatedKeyError) return repeatedField(error.key);
  if (error instanceof JsonLimitError) {
    return coded(`The body is too large to process. ${error.message}`, jsonLimitCode, 413);
  }
  return errorOf(error);
}

/** RFC 8259 §4: programs differ in the value that they take, so a gateway may have checked another one. */
const repeatedField = (name: string) =>
  new TransportError(
    "invalid_request",
    `The body has the field ${JSON.stringify(name.slice(0, 100))} twice. Send it once.`,
  );

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
