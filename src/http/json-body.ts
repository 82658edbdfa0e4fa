import type { FastifyInstance, FastifyRequest } from "fastify";

type Done = (error: Error | null, body?: unknown) => void;

/** Of JSON with a field that would reach into the objects of the server, whoever copies it. */
export const forbiddenField = {
  code: "FORBIDDEN_FIELD",
  message: "A field of the body is called __proto__, or constructor with a prototype in it. Call it otherwise.",
};

/** Reads JSON as Fastify does, and tells what is no JSON from what has a forbidden field. */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request: FastifyRequest, text: string, done: Done): void => {
    void parse(request, text, (error, body) => done(error && isJson(text) ? forbidden() : error, body));
  };
}

const forbidden = () =>
  Object.assign(new Error(forbiddenField.message), { code: forbiddenField.code, statusCode: 400 });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
