import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scopeNames } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { textOf, toolsFor } from "#mcp/lists/list-tools.ts";
import { everything } from "#mcp/lists/selection.ts";
import { sdl } from "#member/schema.ts";
import { openApiDocument } from "#rest/openapi/document.ts";
import { type ApiChange, differencesOf } from "./api-differences.ts";
import { type ApiDocument, type Surface, surfaceOfDocument, surfaceOfSdl, surfaceOfTools } from "./api-surface.ts";

/** The API of the latest release, which the next one is compared with. */
interface ApiRecord {
  version: string;
  surface: Surface;
}

/** The changes of the API by release, newest first, which /docs/changelog serves. */
interface ReleaseChanges {
  /** Null: not released. */
  version: string | null;
  date: string | null;
  changes: Omit<ApiChange, "breaking">[];
}

const recordFile = path.join(import.meta.dirname, "../../contracts/release/api.json");
export const changesFile = path.join(import.meta.dirname, "../../../docs/reference/api-changes.json");

export const readApiRecord = (): ApiRecord => JSON.parse(readFileSync(recordFile, "utf8")) as ApiRecord;

export const readApiChanges = (): ReleaseChanges[] => JSON.parse(readFileSync(changesFile, "utf8")) as ReleaseChanges[];

/** Describes the API of these sources: of operators, members and agents. */
export async function presentSurface(): Promise<Surface> {
  const document = await openApiDocument({ origin: "https://learn.example", name: "Example School" });
  const caller = { kind: "token", clientId: newId(), memberId: newId(), grantId: newId(), roles: ["owner"] } as const;
  const tools = await toolsFor({ ...caller, scopes: new Set(scopeNames) }, { ...everything, isShort: false });
  return {
    ...surfaceOfDocument(JSON.parse(JSON.stringify(document)) as ApiDocument),
    ...surfaceOfSdl(sdl()),
    ...surfaceOfTools((JSON.parse(textOf(tools)) as { tools: Parameters<typeof surfaceOfTools>[0] }).tools),
  };
}

/** Returns the differences to the latest release. Its kinds of parts are compared that it recorded. */
export function changesSince({ surface }: ApiRecord, present: Surface): ApiChange[] {
  const hasTools = Object.keys(surface).some((name) => name.startsWith("tool "));
  const compared = Object.entries(present).filter(([name]) => hasTools || !/^(?:tool |argument tool\.)/.test(name));
  return differencesOf(surface, Object.fromEntries(compared));
}

/** Rewrites the changes that are not released yet. */
export async function writeApiChanges(): Promise<void> {
  writeChanges(null, changesSince(readApiRecord(), await presentSurface()));
}

/** Records the API as that of a release, and its changes with version and date. */
export async function writeApiRecord(version: string, date: string): Promise<void> {
  const surface = await presentSurface();
  writeChanges({ version, date }, changesSince(readApiRecord(), surface));
  writeSurface({ version, surface });
}

export function writeSurface({ version, surface }: ApiRecord): void {
  const lines = Object.entries(surface).map(([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`);
  writeFileSync(recordFile, `{"version": ${JSON.stringify(version)}, "surface": {\n${lines.join(",\n")}\n}}\n`);
}

function writeChanges(release: Recorded | null, found: readonly ApiChange[]): void {
  writeFileSync(changesFile, `${JSON.stringify(withChanges(readApiChanges(), release, found), null, 2)}\n`);
}

interface Recorded {
  version: string;
  date: string;
}

/**
 * Replaces the changes that are not released yet, or gives them to a release. A release that is recorded again keeps the
 * changes of the first time, because its own record is compared then.
 */
export function withChanges(
  all: readonly ReleaseChanges[],
  release: Recorded | null,
  found: readonly ApiChange[],
): ReleaseChanges[] {
  const changes = found.map(({ breaking: _breaking, ...change }) => change);
  const otherReleases = all.filter(({ version }) => version !== null && version !== release?.version);
  if (release === null) return [{ version: null, date: null, changes }, ...otherReleases];
  const recorded = all.find(({ version }) => version === release.version)?.changes ?? [];
  const added = changes.filter(
    (change) => !recorded.some(({ text, kind }) => text === change.text && kind === change.kind),
  );
  return [
    { version: null, date: null, changes: [] },
    { ...release, changes: [...recorded, ...added] },
    ...otherReleases,
  ];
}
