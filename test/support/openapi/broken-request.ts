import * as fc from "fast-check";
import type { Described } from "./document.ts";
import type { RequestTemplate } from "./request.ts";
import { anyText } from "../data/any-text.ts";

/** Bytes instead of a JSON value. */
export class Raw {
  readonly text: string;
  readonly mediaType: string;

  constructor(text: string, mediaType = "application/json") {
    this.text = text;
    this.mediaType = mediaType;
  }
}

/** Requests with one deviation from the description: most are invalid, some only unusual. */
export const brokenFrom = (
  sound: fc.Arbitrary<RequestTemplate>,
  { parameters, body }: Described,
): fc.Arbitrary<RequestTemplate> => {
  const inQuery = parameters.flatMap(({ in: location, name, style }) =>
    location === "query" ? (style === "deepObject" ? [name, `${name}[gte]`, `${name}[is]`, `${name}[x]`] : [name]) : [],
  );
  const queryNames = fc.constantFrom(
    "fields",
    "dry_run",
    "nonsense",
    "__proto__",
    "limit",
    "cursor",
    "sort",
    ...inQuery,
  );
  const pathNames = parameters.filter(({ in: location }) => location === "path").map(({ name }) => name);
  const ways: fc.Arbitrary<(requested: RequestTemplate) => RequestTemplate>[] = [
    fc.tuple(queryNames, junkText).map(([name, text]) => (requested) => ({
      ...requested,
      query: [...requested.query, [name, text]],
    })),
    fc
      .tuple(fc.constantFrom("if-match", "idempotency-key", "if-none-match"), junkHeader)
      .map(([name, text]) => (requested) => ({ ...requested, headers: { ...requested.headers, [name]: text } })),
  ];
  if (pathNames.length > 0) {
    const wrong = fc.tuple(fc.constantFrom(...pathNames), fc.oneof(junkText, strangeIds));
    ways.push(
      wrong.map(([name, text]) => (requested) => ({ ...requested, path: { ...requested.path, [name]: text } })),
    );
  }
  const bodies: typeof ways = body
    ? [
        fc.tuple(fc.nat(), junkValue).map(([location, junk]) => (requested) => ({
          ...requested,
          body: changed(requested.body, location, junk),
        })),
        fc
          .tuple(fc.nat(), fc.constantFrom(...namesIn(body.properties)), junkValue)
          .map(([, name, junk]) => (requested) => ({
            ...requested,
            body: { ...(requested.body as object), [name]: junk },
          })),
        fc
          .nat()
          .map((location) => (requested) => ({ ...requested, body: changed(requested.body, location, undefined) })),
        fc.constantFrom(...wholeBodies).map((whole) => (requested) => ({ ...requested, body: whole })),
      ]
    : [fc.constantFrom(...wholeBodies).map((whole) => (requested) => ({ ...requested, body: whole }))];
  return fc
    .tuple(
      sound,
      fc.oneof(
        ...ways.map((arbitrary) => ({ weight: 2, arbitrary })),
        ...bodies.map((arbitrary) => ({ weight: 3, arbitrary })),
      ),
    )
    .map(([requested, breaking]) => breaking(requested));
};

const namesIn = (properties: object = {}) => ["nonsense", "__proto__", "constructor", "id", ...Object.keys(properties)];

const nested = (depth: number): unknown => (depth === 0 ? {} : { a: [nested(depth - 1)] });

const wholeBodies: unknown[] = [
  [],
  "text",
  1,
  null,
  nested(40),
  new Raw("{"),
  new Raw(""),
  new Raw("[".repeat(50_000)),
  new Raw('{"__proto__": {"x": 1}}'),
  new Raw('{"constructor": {"prototype": {"x": 1}}}'),
  new Raw("\u0000"),
  new Raw("name=x", "application/x-www-form-urlencoded"),
  new Raw("<x/>", "application/xml"),
  new Raw("--x--", "multipart/form-data; boundary=x"),
  new Raw("{}", "application/json; charset=utf-7"),
];

const junkValue = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown[]>(null, true, "", " ", 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e300, [], {}),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown[]>(
      "\u0000",
      "\ud800",
      "\udc00x",
      "\u202e\u200b",
      "x".repeat(300),
      "é".repeat(3000),
      "'; drop table courses; --",
      "<script>alert(1)</script>",
      "2024-13-45T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999999999Z",
      "crs_00000000000000000000000000",
      "//evil.example",
      "javascript:alert(1)",
      [null],
      [[[]]],
      Array.from({ length: 600 }, () => "x"),
      nested(20),
      { kind: "nonsense" },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const junkTexts = [
  "",
  "x",
  "-1",
  "0",
  "NaN",
  "1e9",
  "9".repeat(30),
  "null",
  "true",
  ",",
  "a,b,,",
  "\u0000",
  "💥",
  "x".repeat(190),
  "2024-13-45T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
  "%",
  "..",
  "' or 1=1 --",
  "\\",
  "eyJzIjoiY3JlYXRlZF9hdCJ9",
  "bnVsbA",
  "W10",
  "not_null",
  "id",
  "id,__proto__",
];

const junkText = fc.oneof(fc.constantFrom(...junkTexts), anyText({ maxLength: 20 }));

const strangeIds = fc.constantFrom(
  "crs_00000000000000000000000000",
  "crs_zzzzzzzzzzzzzzzzzzzzzzzzzz",
  "CRS_01K9G2C8P4E6T0V3X5Y7Z9B1D3",
  "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
  "lec_01k9g2c8p4e6t0v3x5y7z9b1d3",
);

const junkHeader = fc.constantFrom(
  '"',
  'W/"x"',
  '"99999999999-x"',
  '"1-x"',
  "*",
  ",",
  "a b",
  "k".repeat(300),
  "é",
  '""',
);

/** The body with one value replaced or removed. */
function changed(body: unknown, index: number, value: unknown): unknown {
  const paths = placesIn(body);
  const path = paths[index % Math.max(paths.length, 1)];
  return path ? replaced(body, path, value) : body;
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return path.length > 0 ? [path] : [];
  const below = Object.entries(value).flatMap(([key, item]) => placesIn(item as unknown, [...path, key]));
  return path.length > 0 ? [path, ...below] : below;
}

function replaced(holder: unknown, [key, ...rest]: string[], value: unknown): unknown {
  const copy = (Array.isArray(holder) ? [...(holder as unknown[])] : { ...(holder as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length > 0) copy[key!] = replaced(copy[key!], rest, value);
  else if (value === undefined) delete copy[key!];
  else copy[key!] = value;
  return copy;
}
