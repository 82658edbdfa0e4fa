import { oneOf, wholeFrom } from "./setting-values.ts";
import { decodePercent } from "#lib/text/decode-percent.ts";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The exporter reads the address of the collector itself. */
export interface TracingSettings {
  sampler: (typeof samplers)[number];
  /** 0 to 1. */
  ratio: number;
  /** Attributes of every span. */
  resource: Readonly<Record<string, string>>;
}

export interface ObservabilityConfig {
  /** Milliseconds; infinite if slow statements are not logged. */
  slowStatementTime: number;
  /** Logs the plan of slow statements. */
  slowStatementPlan: boolean;
  /** Undefined: no traces. */
  tracing: TracingSettings | undefined;
  /** Continues traces of requests from trusted proxies. */
  trustsTraceparent: boolean;
}

/** Documentation of these settings. The names of OpenTelemetry are those of its specification. */
export const observabilitySettings = {
  LECTERN_SLOW_STATEMENT_MS: {
    meaning: "Milliseconds after which a database statement is logged as slow, without its parameters",
    default: "500",
    allowed: "0 to 99999, or off (the same as 0)",
  },
  LECTERN_SLOW_STATEMENT_PLAN: {
    meaning: "Log the plan of slow statements, at most one every ten seconds",
    default: "false",
    allowed: "true, false",
  },
  LECTERN_TRUST_TRACEPARENT: {
    meaning:
      "Continue the traces of requests that come from LECTERN_TRUSTED_PROXIES. The proxies must remove or replace the traceparent header of their clients",
    default: "false: a link to the trace",
    allowed: "true, false",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: "Collector that receives OpenTelemetry traces (OTLP over HTTP, JSON), for example http://127.0.0.1:4318",
    default: "none: no traces",
    allowed: "an http or https URL",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: "Collector with its path, for example http://127.0.0.1:4318/v1/traces",
    default: "/v1/traces at OTEL_EXPORTER_OTLP_ENDPOINT",
    allowed: "an http or https URL",
  },
  OTEL_SERVICE_NAME: { meaning: "Service name in traces", default: "lectern", allowed: "a name" },
  OTEL_TRACES_SAMPLER: {
    meaning: "Selects the traces that are recorded",
    default: "parentbased_always_on",
    allowed: samplers.join(", "),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: "Fraction of the traces that a traceidratio sampler records",
    default: "1",
    allowed: "a number from 0 to 1",
  },
} as const;

type Name = keyof typeof observabilitySettings;
type Environment = Readonly<Record<string, string | undefined>>;
type Read = <Value>(name: Name, parse: (text: string) => Value | undefined) => Value | undefined;

export function readObservability(env: Environment, read: Read): ObservabilityConfig {
  const slow = read("LECTERN_SLOW_STATEMENT_MS", (text) => (text === "off" ? 0 : wholeFrom(0, 99_999)(text))) ?? 500;
  return {
    slowStatementTime: slow === 0 ? Infinity : slow,
    slowStatementPlan: read("LECTERN_SLOW_STATEMENT_PLAN", oneOf(["true", "false"])) === "true",
    trustsTraceparent: read("LECTERN_TRUST_TRACEPARENT", oneOf(["true", "false"])) === "true",
    tracing: readTracing(env, read),
  };
}

function readTracing(env: Environment, read: Read): TracingSettings | undefined {
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT", parseHttpUrl);
  const tracesEndpoint = read("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", parseHttpUrl);
  const settings: TracingSettings = {
    sampler: read("OTEL_TRACES_SAMPLER", oneOf(samplers)) ?? "parentbased_always_on",
    ratio: read("OTEL_TRACES_SAMPLER_ARG", parseRatio) ?? 1,
    resource: {
      "service.name": "lectern",
      ...parseAttributes(env["OTEL_RESOURCE_ATTRIBUTES"] ?? ""),
      ...serviceName(read("OTEL_SERVICE_NAME", String)),
    },
  };
  const isOff = env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none";
  return (tracesEndpoint ?? endpoint) && !isOff ? settings : undefined;
}

const serviceName = (name: string | undefined) => (name === undefined ? {} : { "service.name": name });

const parseHttpUrl = (text: string) => (/^https?:\/\/[^/]/.test(text) && URL.canParse(text) ? text : undefined);

const parseRatio = (text: string) =>
  /^(0?\.\d{1,9}|[01](\.0{1,9})?|0\.\d{1,9})$/.test(text) ? Number(text) : undefined;

/** `deployment.environment.name=production,host.name=web-1`; values may be percent-encoded. */
const parseAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [name = "", value] = pair.split("=", 2).map((part) => part.trim());
      return name === "" || value === undefined ? [] : [[name, decodePercent(value)]];
    }),
  );
