import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";
import { serveDocument } from "./serve.ts";
import { notFound } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { textOf } from "./text/catalog.ts";

/** The version of the index, which is also the address of its schema. */
const indexSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/**
 * The skill of the school for agents (agentskills.io): `/skill.md`, and the same file where the index of
 * `/.well-known/agent-skills` says.
 */
export function skillDocuments(app: FastifyInstance): void {
  serveDocument(app, "/skill.md", "markdown", async ({ site }) => skillDocument(site));
  serveDocument(app, "/.well-known/agent-skills/index.json", "json", async ({ site }) => skillIndex(site));
  serveDocument(app, "/.well-known/agent-skills/:name/SKILL.md", "markdown", async ({ site }, { params }) => {
    if (asRecord(params)["name"] !== skillName(site)) throw notFound("skill", "with this name");
    return skillDocument(site);
  });
}

/** The name of the skill, which hosts keep beside those of other schools: `learn-harbour-example`. */
function skillName({ origin }: Site): string {
  const words = new URL(origin).hostname.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 64).replace(/-$/, "") || "school";
}

const skillPath = (site: Site): string => `/.well-known/agent-skills/${skillName(site)}/SKILL.md`;

/** Writes how agents work with the school (agentskills.io). Text in JSON is text in YAML. */
function skillDocument(site: Site): string {
  const { skill } = textOf(site);
  return `---
name: ${skillName(site)}
description: ${JSON.stringify(descriptionOf(site))}
---

${skill.body(site)}`;
}

/** At most 1024 characters, as the format demands. */
const descriptionOf = (site: Site): string => Array.from(textOf(site).skill.description(site)).slice(0, 1000).join("");

/** `/.well-known/agent-skills/index.json`: the skills of the school, each with the digest of its file. */
function skillIndex(site: Site): string {
  const digest = createHash("sha256").update(skillDocument(site)).digest("hex");
  const skill = {
    name: skillName(site),
    type: "skill-md",
    description: descriptionOf(site),
    url: skillPath(site),
    digest: `sha256:${digest}`,
  };
  return `${JSON.stringify({ $schema: indexSchema, skills: [skill] }, null, 2)}\n`;
}
