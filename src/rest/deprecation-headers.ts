import type { FastifyReply } from "fastify";
import type { Operation } from "#domain/platform/operation.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { type Deprecation, deprecationOf, instantOf, requireNotice } from "#lib/wire/deprecation.ts";
import { addLink } from "./links.ts";

type Described = Pick<Operation, "input" | "output" | "deprecation">;

/** Returns what a request uses that is deprecated: the operation, fields that it sends, and fields that it gets. */
export function deprecationsOf({ deprecation, input, output }: Described): (sent: object) => readonly Deprecation[] {
  if (deprecation) requireNotice(deprecation);
  const always = [deprecation, ...Object.values(fieldsIn(output)).map(deprecationOf)].filter(isThere);
  const inputs = Object.entries(fieldsIn(input)).map(([name, schema]) => ({ name, about: deprecationOf(schema) }));
  const deprecatedInputs = inputs.filter(({ about }) => about !== undefined);
  return (sent) => [
    ...always,
    ...deprecatedInputs.flatMap(({ name, about }) => (about && name in sent ? [about] : [])),
  ];
}

const isThere = (deprecation: Deprecation | undefined): deprecation is Deprecation => deprecation !== undefined;

const earliest = (days: readonly string[]): number => Math.min(...days.map((day) => instantOf(day).getTime()));

/** Sets `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), with the earliest dates. */
export function announceDeprecations(reply: FastifyReply, origin: string, used: readonly Deprecation[]): void {
  if (used.length === 0) return;
  const since = earliest(used.map((one) => one.since));
  addLink(reply, `<${origin}/docs/reference/versions>; rel="deprecation"; type="text/html"`);
  reply
    .header("deprecation", `@${since / 1000}`)
    .header("sunset", new Date(earliest(used.map(({ sunset }) => sunset))).toUTCString());
}
