/**
 * The socket of the service, which systemd keeps open while the server restarts: connections wait instead of being
 * refused.
 */
export function systemdSocket({ LECTERN_HOST: host = "", LECTERN_PORT: port = "" }: Record<string, string>): string {
  const addresses = host === "localhost" ? ["127.0.0.1", "[::1]"] : [host];
  return `# Copy to /etc/systemd/system/lectern.socket. Connections wait here while the service restarts.
[Unit]
Description=Socket of Lectern

[Socket]
${addresses.map((address) => `ListenStream=${address}:${port}`).join("\n")}

[Install]
WantedBy=sockets.target
`;
}
