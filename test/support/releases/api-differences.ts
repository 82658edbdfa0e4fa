import type { Part, Surface } from "./api-surface.ts";

export interface ApiChange {
  kind: "added" | "changed" | "deprecated" | "removed";
  /** The part of the API, as a heading. */
  area: "Operations" | "Fields and parameters" | "Webhook events" | "Errors" | "Member API" | "MCP tools";
  /** Markdown. */
  text: string;
  /** True if it breaks the promise of docs/reference/versions.md. */
  breaking: boolean;
}

const areas: Readonly<Record<string, ApiChange["area"]>> = {
  operation: "Operations",
  parameter: "Fields and parameters",
  field: "Fields and parameters",
  event: "Webhook events",
  error: "Errors",
  member: "Member API",
  type: "Member API",
  tool: "MCP tools",
};

const areaOf = (name: string): ApiChange["area"] =>
  name.startsWith("argument tool.") ? "MCP tools" : (areas[name.split(" ")[0]!] ?? "Member API");

/** Compares two versions of the API. Parts of something new or removed are not listed by themselves. */
export function differencesOf(before: Surface, after: Surface): ApiChange[] {
  const [ownersBefore, ownersAfter] = [ownersOf(before), ownersOf(after)];
  const changes: ApiChange[] = [];
  for (const [name, part] of Object.entries(after)) {
    const earlier = before[name];
    const isPartOfNew = !ownersBefore.has(ownerOf(name));
    if (!earlier && isPartOfNew) continue;
    const base = { area: areaOf(name) };
    if (!earlier) {
      const breaking = part.sent === true && part.required === true;
      changes.push({ ...base, kind: "added", text: textOf(name, part), breaking });
      continue;
    }
    if (part.deprecated === true && earlier.deprecated !== true) {
      changes.push({ ...base, kind: "deprecated", text: textOf(name, part), breaking: false });
    }
    for (const { text, breaking } of changesOf(earlier, part)) {
      changes.push({ ...base, kind: "changed", text: `${textOf(name, part)}: ${text}`, breaking });
    }
  }
  for (const [name, part] of Object.entries(before)) {
    if (name in after || !ownersAfter.has(ownerOf(name))) continue;
    changes.push({
      area: areaOf(name),
      kind: "removed",
      text: textOf(name, part),
      breaking: !name.startsWith("error "),
    });
  }
  return changes;
}

/** Returns the part that contains another: `field Course.price.amount` to `field Course.price`. Undefined owners are always there. */
function ownerOf(name: string): string {
  const [kind = "", path = ""] = name.split(" ");
  if (kind === "operation" || kind === "event" || kind === "error" || kind === "tool" || kind === "type") return kind;
  const parts = path.split(".");
  if (kind === "parameter") return `operation ${parts[0] ?? ""}`;
  if (kind === "argument" && parts[0] === "tool") return `tool ${parts[1] ?? ""}`;
  return `${kind} ${parts.slice(0, -1).join(".")}`;
}

/** The names that can own parts: everything, and each beginning of a path. */
function ownersOf(surface: Surface): ReadonlySet<string> {
  const owners = new Set(["operation", "event", "error", "tool", "type", ...Object.keys(surface)]);
  for (const name of Object.keys(surface)) {
    owners.add(ownerOf(name));
    // An argument belongs to its field, and a body to its operation.
    if (name.startsWith("member ")) owners.add(name.replace("member", "argument"));
    if (name.startsWith("operation ")) {
      const id = name.slice("operation ".length);
      owners.add(`field request.${id}`);
    }
  }
  return owners;
}

function* changesOf(before: Part, after: Part): Generator<{ text: string; breaking: boolean }> {
  const isSent = after.sent === true;
  const isReceived = after.received === true || !isSent;
  if (before.type !== after.type) yield { text: `\`${before.type}\` became \`${after.type}\``, breaking: true };
  if (before.scope !== after.scope)
    yield { text: `requires \`${after.scope}\`, before \`${before.scope}\``, breaking: true };
  if (before.required !== after.required) {
    if (after.required !== true) yield { text: isSent ? "optional now" : "not always present", breaking: isReceived };
    else if (isSent) yield { text: "required now", breaking: true };
  }
  if (before.nullable !== after.nullable) {
    yield after.nullable === true
      ? { text: "can be null", breaking: isReceived }
      : { text: "is never null", breaking: isSent };
  }
  const added = (after.values ?? []).filter((value) => before.values && !before.values.includes(value));
  const removed = (before.values ?? []).filter((value) => after.values && !after.values.includes(value));
  if (added.length > 0) yield { text: `new values ${listed(added)}`, breaking: false };
  if (removed.length > 0) yield { text: `without ${listed(removed)}`, breaking: isSent };
  if (before.values && !after.values) yield { text: "any value", breaking: false };
  if (!before.values && after.values) yield { text: `one of ${listed(after.values)}`, breaking: isSent };
  if (isSent && after.max !== undefined && after.max !== before.max) {
    yield { text: `at most ${after.max}`, breaking: before.max === undefined || after.max < before.max };
  }
}

const listed = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(", ");

function textOf(name: string, { about }: Part): string {
  if (about !== undefined) return about;
  const [kind = "", path = ""] = name.split(" ");
  const parts = path.split(".");
  const [first = "", second = "", ...others] = parts;
  if (kind === "parameter") return `\`${others.join(".")}\` of \`${first}\``;
  if (first === "request") return `\`${others.join(".")}\` of \`${second}\``;
  if (first === "response") return `\`${others.slice(1).join(".")}\` in responses of \`${second}\``;
  if (first === "tool") return `\`${others.join(".")}\` of \`${second}\``;
  return `\`${path}\``;
}
