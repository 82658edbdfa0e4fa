import { anyTool } from "#domain/platform/audit/operations.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { timeOf } from "#lib/time/zoned-time.ts";
import { findMemberByEmail } from "#domain/people/members/queries.ts";
import { formatClientId, isMetadataUrl, parseClientId } from "#oauth/clients/client.ts";
import { findDocument } from "#oauth/metadata-documents/queries.ts";

const auditFilters = ["action", "member", "application", "tool", "from", "to"] as const;
export type AuditFilter = (typeof auditFilters)[number];
export type TypedFilters = Partial<Record<AuditFilter, string>>;

export interface Narrowing {
  typed: TypedFilters;
  /** Filters with invalid values. */
  wrong: AuditFilter[];
  /** Input of `listAuditEntries`. */
  input: Record<string, unknown>;
}

const maxLength = 2000;

/** Parses the filters of a query. Ignores empty and repeated parameters. */
export async function readAuditFilters(
  context: Context,
  query: Record<string, unknown>,
  timeZone: string,
): Promise<Narrowing> {
  const typed: TypedFilters = {};
  for (const name of auditFilters) {
    const value = query[name];
    if (typeof value === "string" && value.trim() !== "") typed[name] = value.trim().slice(0, maxLength);
  }
  const meant = {
    action: typed.action && actionNamed(typed.action),
    memberId: typed.member && (await memberIdOf(context, typed.member)),
    clientId: typed.application && (await clientIdOf(context, typed.application)),
    tool: typed.tool && toolNamed(typed.tool),
    gte: typed.from && startOf(typed.from, 0, timeZone),
    lt: typed.to && startOf(typed.to, 1, timeZone),
  };
  const wrong = auditFilters.filter((name) => typed[name] !== undefined && meant[meaningOf[name]] === undefined);
  const { gte, lt, ...input } = meant;
  return { typed, wrong, input: definedOf({ ...input, createdAt: gte || lt ? definedOf({ gte, lt }) : undefined }) };
}

const meaningOf = {
  action: "action",
  member: "memberId",
  application: "clientId",
  tool: "tool",
  from: "gte",
  to: "lt",
} as const;

const definedOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Also accepts action names of earlier versions. */
const actionNamed = (text: string) => (/^[a-z]{1,100}$/i.test(text) ? text : undefined);

/** Also accepts tool names of earlier versions, and `*`. */
const toolNamed = (text: string) => (text === anyTool || /^[a-z_]{1,64}$/.test(text) ? text : undefined);

async function memberIdOf(context: Context, text: string): Promise<string | undefined> {
  const id = parseId("member", text);
  if (id !== undefined) return formatId("member", id);
  if (!text.includes("@") || text.includes("\0")) return undefined;
  const member = await findMemberByEmail(context, text);
  return member && formatId("member", member.id);
}

/** Also accepts blocked and deleted clients. */
async function clientIdOf(context: Context, text: string): Promise<string | undefined> {
  if (isMetadataUrl(text)) {
    const client = text.includes("\0") ? undefined : await findDocument(context, text);
    return client && formatClientId(client.id);
  }
  const id = parseClientId(text);
  return id && formatClientId(id);
}

/** Returns midnight of a day in the time zone, plus a number of days. */
function startOf(text: string, later: number, timeZone: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const shifted = new Date(date.getTime() + later * 86_400_000).toISOString().slice(0, 10);
  return timeOf(timeZone, shifted, 0).toISOString();
}
