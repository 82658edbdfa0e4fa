import { inSpan } from "#telemetry/tracing/spans.ts";
import type { Context } from "./context.ts";

/** Runs an operation in a span. Its attributes name no person and no resource. */
export const traceOperation = <Result>(
  { name, writes }: { name: string; writes: boolean },
  { caller, site, tool }: Context,
  work: () => Promise<Result>,
): Promise<Result> =>
  inSpan(
    name,
    () => ({
      attributes: {
        "lectern.operation": name,
        "lectern.operation.writes": writes,
        "lectern.caller": caller.kind,
        "lectern.site_id": site.id,
        ...(tool !== undefined && { "lectern.mcp.tool": tool }),
      },
    }),
    work,
  );
