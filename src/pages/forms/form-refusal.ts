import type { FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import type { FormProblem } from "../views/parts/form-problems.ts";

/** Reasons why a form was rejected, for rendering it again. */
export interface FormRefusal {
  status: number;
  problems: readonly FormProblem[];
}

/** The form token belongs to another session or browser. */
export const expired: FormRefusal = { status: 403, problems: [{ kind: "session_expired" }] };

export const wrongPassword: FormRefusal = { status: 401, problems: [{ kind: "wrong_password" }] };

/** Rethrows errors that account forms cannot display. */
export function refusalOf(error: unknown, reply: FastifyReply): FormRefusal {
  if (!(error instanceof Problem)) throw error;
  const { retryAfterSeconds = 1, errors = [] } = error.details;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- No form shows other codes.
  switch (error.code) {
    case "rate_limited":
      reply.header("retry-after", String(retryAfterSeconds));
      return { status: 429, problems: [{ kind: "too_many", retryAfterSeconds }] };
    case "validation_failed": {
      const kinds = errors.map(kindOf).filter((kind) => kind !== undefined);
      if (kinds.length === 0 || kinds.length < errors.length) throw error;
      return { status: 422, problems: [...new Set(kinds)].map((kind) => ({ kind })) };
    }
    case "unsupported_media":
      return { status: 422, problems: [{ kind: "picture" }] };
    case "already_exists":
    case "already_member":
      return { status: 409, problems: [{ kind: "taken" }] };
    default:
      throw error;
  }
}

type Kind = Exclude<FormProblem["kind"], "too_many">;

const byField: Record<string, Kind> = { "/name": "name", "/email": "email" };
const byCode: Record<string, Kind> = {
  unchanged: "unchanged",
  required: "required",
  too_short: "too_short",
  too_long: "too_long",
  too_common: "too_common",
  same_as_email: "same_as_email",
};

const kindOf = ({ pointer, code }: { pointer: string; code: string }): Kind | undefined =>
  byField[pointer] && code !== "unchanged" ? byField[pointer] : byCode[code];
