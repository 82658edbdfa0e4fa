import { stringify } from "yaml";
import { readTemplate } from "#lib/text/read-template.ts";

/** The network that the proxy shares with Lectern. Nothing else can reach Lectern. */
const proxied = "10.213.77.0/24";
const healthCheck =
  "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";

export interface ComposedSchool {
  /** The origin of the school. One of http is reachable from this machine only. */
  domain: URL;
  image: string;
  /** Names of the files in the folder `secrets`, by the setting that reads them. */
  secrets: Record<string, string>;
  hasEmbeddedDatabase: boolean;
}

/** A file of Docker Compose for an installation in one folder. `deploy/compose.yaml` has the one of a checkout. */
export function composeFile(school: ComposedSchool): string {
  const isPublic = school.domain.protocol === "https:";
  const names = Object.values(school.secrets);
  const file = {
    name: school.domain.host.replaceAll(/[^a-z0-9]+/g, "-"),
    services: { lectern: lecternService(school), ...(isPublic && { proxy: proxyService(school.domain) }) },
    // Email, webhooks and an external database have a network of their own: by that of the proxy, Lectern reaches nothing.
    ...(isPublic && {
      networks: { proxied: { internal: true, ipam: { config: [{ subnet: proxied }] } }, outbound: {}, public: {} },
    }),
    volumes: { data: {}, backups: {}, temporary: {}, ...(isPublic && { certificates: {} }) },
    secrets: Object.fromEntries(names.map((name) => [name, { file: `./secrets/${name}` }])),
  };
  return `# Written by lectern init. In this folder:
#   docker compose up --detach --wait
#   ./lectern doctor
# Settings belong to services.lectern.environment. All settings: ./lectern --help
# Backups are made every night. Copy them to another machine, or name a bucket in LECTERN_BACKUP_URL.
${stringify(file, { lineWidth: 0 })}`;
}

function lecternService({ domain, image, secrets, hasEmbeddedDatabase }: ComposedSchool) {
  const isPublic = domain.protocol === "https:";
  return {
    image,
    restart: "unless-stopped",
    environment: {
      ...Object.fromEntries(Object.entries(secrets).map(([name, file]) => [`${name}_FILE`, `/run/secrets/${file}`])),
      LECTERN_BACKUP_URL: "file:///var/backups/lectern",
      ...(isPublic && { LECTERN_TRUSTED_PROXIES: proxied }),
    },
    secrets: Object.values(secrets),
    // The last one is on a disk, not in memory: an export of a whole school takes up to 5 GiB.
    volumes: ["data:/var/lib/lectern", "backups:/var/backups/lectern", "temporary:/tmp"],
    ...(isPublic ? { networks: ["proxied", "outbound"] } : { ports: [`127.0.0.1:${domain.port || "80"}:8080`] }),
    healthcheck: {
      test: ["CMD", "/usr/local/bin/node", "--eval", healthCheck],
      interval: "10s",
      timeout: "5s",
      retries: 3,
      // Migrations run before the server listens.
      start_period: "120s",
    },
    // More than LECTERN_SHUTDOWN_SECONDS (25).
    stop_grace_period: "30s",
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    // PostgreSQL shares memory among its processes.
    ...(hasEmbeddedDatabase && { shm_size: "256m" }),
    mem_limit: hasEmbeddedDatabase ? "2g" : "1g",
  };
}

/** Caddy, which obtains the certificate. */
const proxyService = ({ port }: URL) => ({
  image: "docker.io/library/caddy:2",
  restart: "unless-stopped",
  depends_on: { lectern: { condition: "service_healthy" } },
  ports: ["80:80", "443:443", "443:443/udp", ...(port === "" ? [] : [`${port}:${port}`])],
  volumes: ["./Caddyfile:/etc/caddy/Caddyfile:ro", "certificates:/data"],
  networks: ["proxied", "public"],
  security_opt: ["no-new-privileges:true"],
});

/** The settings of the proxy. `deploy/caddy` explains each of them. */
export const caddyFile = ({ host }: URL): string =>
  readTemplate(new URL("templates/Caddyfile", import.meta.url))({ host });
