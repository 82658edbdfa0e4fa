// The dependency container of the package reads decorator metadata: there is none.
Object.assign(Reflect, { getMetadata: () => undefined, getOwnMetadata: () => undefined, defineMetadata: () => {} });
const x509 = await import("@peculiar/x509");

/** A private certificate authority, and a server certificate from it. */
export async function certificatesFor(names: readonly string[], addresses: readonly string[]) {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const [authorityKeys, serverKeys] = await Promise.all(
    [1, 2].map(() => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])),
  );
  const validity = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=Authority of the tests",
    ...validity,
    signingAlgorithm: algorithm,
    keys: authorityKeys!,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "02",
    subject: "CN=Server of the tests",
    issuer: authority.subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: serverKeys!.publicKey,
    signingKey: authorityKeys!.privateKey,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: "dns" as const, value })),
        ...addresses.map((value) => ({ type: "ip" as const, value })),
      ]),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", serverKeys!.privateKey);
  return {
    ca: authority.toString("pem"),
    cert: certificate.toString("pem"),
    key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY"),
  };
}
