import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";

interface ErrorBody {
  error: string;
  error_description: string;
  error_uri: string;
}

/** Asserts an error by RFC 6749 §5.2. */
export function assertRefused(response: LightMyRequestResponse, status: number, code: string, why?: RegExp): ErrorBody {
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  const body = response.json<ErrorBody>();
  assert.deepEqual([response.statusCode, body.error], [status, code]);
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.match(body.error_uri, new RegExp(`^https?://[^/]+/docs/errors/${code}$`));
  if (why) assert.match(body.error_description, why);
  return body;
}
