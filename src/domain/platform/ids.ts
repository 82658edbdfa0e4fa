import * as z from "zod";
import { type DeclaredIdKind, resources } from "#domain/resources.ts";
import { decodeBase32, encodeBase32 } from "#lib/ids/ids.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { uuidV7 } from "#lib/ids/uuid-v7.ts";

/** The prefix of every kind of id on the wire: `crs_` + 26 base32 characters. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `IdKind` is derived from the same declarations.
const prefixes = Object.fromEntries(resources.flatMap(({ ids }) => Object.entries(ids))) as Record<IdKind, string>;

export type IdKind = DeclaredIdKind;

export const idKinds = typedKeys(prefixes);

/** Ids are generated here, never in the database: UUIDv7, ordered by creation time even within one millisecond. */
export const newId = (): string => uuidV7();

/** Formats an id for the wire. */
export const formatId = (kind: IdKind, uuid: string): string => `${prefixes[kind]}_${encodeBase32(uuid)}`;

const knownPrefixes: ReadonlySet<string> = new Set(Object.values(prefixes));

/** Returns whether the prefix of a wire id is that of any kind. */
export const isIdOfAnyKind = (text: string): boolean => knownPrefixes.has(text.slice(0, text.indexOf("_")));

/** A fixed example id of this kind for documentation. */
export const exampleId = (kind: IdKind): string => `${prefixes[kind]}${exampleSuffix}`;

const exampleSuffix = "_01k9g2c8p4e6t0v3x5y7z9b1d3";

const kindsByPrefix: ReadonlyMap<string, IdKind> = new Map(idKinds.map((kind) => [prefixes[kind], kind]));

/** Returns the kind that an example id of documentation has: the target of a field. */
export const kindOfExample = (example: unknown): IdKind | undefined =>
  typeof example === "string" && example.endsWith(exampleSuffix)
    ? kindsByPrefix.get(example.slice(0, -exampleSuffix.length))
    : undefined;

/** Returns the kind of a wire ID by its prefix. */
export const kindOfId = (text: string): IdKind | undefined => kindsByPrefix.get(text.slice(0, text.indexOf("_")));

/** Parses a wire id of this kind into its UUID; undefined if it is malformed. */
export function parseId(kind: IdKind, text: string): string | undefined {
  const prefix = `${prefixes[kind]}_`;
  return text.startsWith(prefix) ? decodeBase32(text.slice(prefix.length)) : undefined;
}

/** The kind in prose: `digital product`. */
export const readableName = (kind: IdKind): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The kind in prose with its article: `an event`. */
export function one(kind: IdKind): string {
  const readable = readableName(kind);
  return `${/^[aeiou]/.test(readable) ? "an" : "a"} ${readable}`;
}

const kindsOfSchemas = z.registry<{ kind: IdKind }>();

/**
 * A codec: a UUID in the domain, a prefixed id on the wire. The error for a wrong prefix names the expected kind. One
 * schema per kind, because a thousand fields have an id, and each schema needs a kilobyte of memory.
 */
export const Id = oncePer((kind: IdKind) =>
  z
    .codec(z.string(), z.string(), {
      decode(text, context) {
        const uuid = parseId(kind, text);
        if (uuid) return uuid;
        context.issues.push({
          code: "custom",
          input: text,
          params: { code: "invalid_id" },
          message: `Expected the ID of ${one(kind)}: ${prefixes[kind]}_ and 26 letters or digits.`,
        });
        return z.NEVER;
      },
      encode: (uuid) => formatId(kind, uuid),
    })
    .meta({ description: `ID of ${one(kind)}`, examples: [exampleId(kind)] })
    .register(kindsOfSchemas, { kind }),
);

/** The schema of an id. */
export type IdSchema = ReturnType<typeof Id>;

/** Returns the kind of an id by its schema. Later `.meta()` calls keep it. */
export const kindOfSchema = (schema: z.ZodType): IdKind | undefined => kindsOfSchemas.get(schema)?.kind;

/** A resource of one of several types. */
interface TypedId<Type extends string> {
  type: Type;
  id: string;
}

const anyId = <Type extends string, Output>(
  kinds: Readonly<Record<Type, IdKind>>,
  outputOf: (found: TypedId<Type>) => Output,
) =>
  z
    .string()
    .max(60)
    .transform((text, context) => {
      for (const type of typedKeys(kinds)) {
        const id = parseId(kinds[type], text);
        if (id) return outputOf({ type, id });
      }
      context.issues.push({
        code: "custom",
        input: text,
        params: { code: "invalid_id" },
        message: `Expected the ID of one of ${typedKeys(kinds).join(", ")}.`,
      });
      return z.NEVER;
    });

/** Parses a wire id of any of these types into its UUID. */
export const IdOfAny = <Type extends string>(kinds: Readonly<Record<Type, IdKind>>) => anyId(kinds, ({ id }) => id);

/** Parses a wire id of any of these types into its type and UUID. */
export const TypedIdOfAny = <Type extends string>(kinds: Readonly<Record<Type, IdKind>>) =>
  anyId(kinds, (found) => found);
