import type { Json } from "../support/agent.ts";
import { MissingCapability } from "./errors.ts";
import type { FixtureTool } from "./fixture.ts";

export const image = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  mimeType: "image/png",
};
const audio = {
  type: "audio",
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
  mimeType: "audio/wav",
};
const text = (value: string) => ({ type: "text", text: value });
export const embedded = (uri: string, mimeType = "text/plain", value = "A resource in a message.") => ({
  type: "resource",
  resource: { uri, mimeType, text: value },
});

const log = (data: string) => ({ method: "notifications/message", params: { level: "info", data } });

/** Tools whose results have each kind of content, notifications or an error. */
export const contentTools: readonly FixtureTool[] = [
  ["test_simple_text", "Returns text", () => ({ content: [text("This is a simple text response for testing.")] })],
  ["test_image_content", "Returns an image", () => ({ content: [image] })],
  ["test_audio_content", "Returns audio", () => ({ content: [audio] })],
  ["test_embedded_resource", "Returns a resource", () => ({ content: [embedded("test://embedded-resource")] })],
  [
    "test_multiple_content_types",
    "Returns text, an image and a resource",
    () => ({
      content: [
        text("Three kinds of content:"),
        image,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ],
    }),
  ],
  [
    "test_error_handling",
    "Fails",
    () => ({ isError: true, content: [text("This tool intentionally returns an error for testing")] }),
  ],
  [
    "test_tool_with_progress",
    "Reports its progress",
    ({ meta, notify }) => {
      const { progressToken } = meta;
      if (progressToken !== undefined) {
        for (const progress of [0, 50, 100]) {
          notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        }
      }
      return { content: [text("Done.")] };
    },
  ],
  [
    "test_tool_with_logging",
    "Logs its steps",
    ({ notify }) => {
      for (const step of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        notify(log(step));
      }
      return { content: [text("Done.")] };
    },
  ],
  [
    "test_logging_tool",
    "Logs if the request has a level",
    ({ meta, notify }) => {
      if (meta["io.modelcontextprotocol/logLevel"] !== undefined) notify(log("A step"));
      return { content: [text("Done.")] };
    },
  ],
  ["test_streaming_elicitation", "Returns a result", () => ({ content: [text("Done.")] })],
  [
    "test_missing_capability",
    "Needs the capability sampling",
    ({ meta }) => {
      const capabilities = meta["io.modelcontextprotocol/clientCapabilities"] as Json | undefined;
      if (capabilities?.["sampling"] === undefined) throw new MissingCapability("sampling");
      return { content: [text("Done.")] };
    },
  ],
  [
    "json_schema_2020_12_tool",
    "Has a schema with keywords of JSON Schema 2020-12",
    () => ({ content: [text("Done.")] }),
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
  ],
];
