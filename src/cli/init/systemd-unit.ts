import { fileURLToPath } from "node:url";

/** A unit of systemd for an installation in one folder. `deploy/systemd` has the one of a machine with a checkout. */
export function systemdUnit(unit: {
  user: string;
  folder: string;
  settingsFile: string;
  command: readonly string[];
  writable: readonly string[];
}): string {
  const isBelowHome = unit.writable.some((folder) => /^\/(home|root|run\/user)\//.test(`${folder}/`));
  return `# Copy to /etc/systemd/system/lectern.service.
[Unit]
Description=Lectern, the API server of an online-learning site
Wants=network-online.target lectern.socket
After=network-online.target postgresql.service
StartLimitIntervalSec=5min
StartLimitBurst=10

[Service]
Type=exec
User=${unit.user}
WorkingDirectory=${unit.folder}
EnvironmentFile=${unit.settingsFile}
Environment=MALLOC_ARENA_MAX=2
# On a disk: /tmp is in memory in some distributions, and an export of a whole school takes up to 5 GiB.
Environment=TMPDIR=/var/tmp
ExecStart=${unit.command.map((word) => `"${word}"`).join(" ")} serve
Restart=on-failure
RestartSec=2s
# SIGTERM only for Lectern: it still needs the embedded PostgreSQL to complete requests, and stops it itself.
KillMode=mixed
# More than LECTERN_SHUTDOWN_SECONDS (25).
TimeoutStopSec=30s

ReadWritePaths=${unit.writable.map((folder) => `"${folder}"`).join(" ")}
UMask=0077
LimitNOFILE=65536

NoNewPrivileges=true
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
${isBelowHome ? "# The data is below a home folder.\nProtectHome=false" : "ProtectHome=true"}
PrivateTmp=true
PrivateDevices=true
ProtectClock=true
ProtectControlGroups=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
LockPersonality=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute stays off: Node.js compiles code at run time.

[Install]
WantedBy=multi-user.target
`;
}

/** Folders that the server writes to: the data, and files that are stored in another folder. */
export const writableFolders = (data: string, storage: string): string[] =>
  storage.startsWith("file:") ? [data, fileURLToPath(storage)] : [data];
