import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { newKeyPair } from "#domain/people/identity-providers/saml/own-certificate.ts";
import { newId } from "#domain/platform/ids.ts";

const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";

export const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
export const emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** A request as a provider reads it. */
export interface AuthnRequest {
  id: string;
  entity: string;
  consumer: string;
  relayState: string;
  xml: string;
}

export interface Person {
  nameId: string;
  format?: string;
  attributes?: Record<string, string | readonly string[]>;
}

/** Values of a response. Undefined leaves one out. */
export interface Values {
  issuer?: string;
  responseIssuer?: string | undefined;
  destination?: string | undefined;
  responseTo?: string | undefined;
  confirmTo?: string | undefined;
  recipient?: string | undefined;
  method?: string;
  audience?: string | undefined;
  moreConditions?: string;
  notBefore?: Date | undefined;
  notOnOrAfter?: Date | undefined;
  confirmUntil?: Date | undefined;
  status?: string;
  version?: string;
  assertionId?: string;
  session?: string;
  statement?: string;
  nameId?: string;
}

interface Signing {
  signature?: string;
  digest?: string;
  canonical?: string;
  transforms?: readonly string[];
  /** Refers to the document instead of the element. */
  isEmptyUri?: boolean;
}

interface KeyPair {
  pem: string;
  certificate: string;
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

export async function aKeyPair(): Promise<KeyPair> {
  const { privateKey, certificate } = await newKeyPair(new Date());
  const body = privateKey.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return { pem: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`, certificate };
}

/** A SAML provider as a counterpart that can misbehave. It signs with a library that this project does not use. */
export class SamlProvider {
  readonly entity = `https://${newId()}.apps.test/saml`;
  readonly signInAddress = `https://${newId()}.apps.test/sso?tenant=1`;
  readonly logoutAddress = `https://${newId()}.apps.test/slo`;
  keys: KeyPair;

  constructor(keys: KeyPair) {
    this.keys = keys;
  }

  /** The metadata of the provider, with these certificates. */
  metadata({ entity = this.entity, certificates = [this.keys.certificate] } = {}): string {
    const keys = certificates.map(
      (one) =>
        `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${one.replaceAll(/.{64}/g, "$&\n")}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`,
    );
    return `<?xml version="1.0"?>\n<!-- Metadata -->\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entity}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join("")}<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.logoutAddress}"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://other.apps.test/"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.signInAddress.replaceAll("&", "&amp;")}"/></IDPSSODescriptor></EntityDescriptor>`;
  }

  /** Reads the request in an address to which the school sends a browser. */
  read(address: string): AuthnRequest {
    const query = new URL(address).searchParams;
    const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest")!, "base64")).toString();
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)![1]!;
    return {
      id: attribute("ID"),
      consumer: attribute("AssertionConsumerServiceURL"),
      entity: /<saml:Issuer>([^<]*)</.exec(xml)![1]!,
      relayState: query.get("RelayState")!,
      xml,
    };
  }

  /** An unsigned assertion about the person. */
  assertion(request: AuthnRequest, person: Person, values: Values = {}): string {
    const all = {
      issuer: this.entity,
      confirmTo: request.id,
      recipient: request.consumer,
      method: "urn:oasis:names:tc:SAML:2.0:cm:bearer",
      audience: request.entity,
      moreConditions: "",
      notBefore: minutes(-5),
      notOnOrAfter: minutes(5),
      confirmUntil: minutes(5),
      version: "2.0",
      assertionId: `_a${newId()}`,
      session: `_s${randomBytes(8).toString("hex")}`,
      nameId: `<saml:NameID Format="${person.format ?? persistent}">${person.nameId}</saml:NameID>`,
      ...values,
    };
    const attributes = Object.entries(person.attributes ?? {}).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}">${[value]
          .flat()
          .map((one) => `<saml:AttributeValue xsi:type="xs:string">${one}</saml:AttributeValue>`)
          .join("")}</saml:Attribute>`,
    );
    const restriction =
      all.audience === undefined
        ? ""
        : `<saml:AudienceRestriction><saml:Audience>${all.audience}</saml:Audience></saml:AudienceRestriction>`;
    const confirmation = attributesOf({
      NotOnOrAfter: all.confirmUntil?.toISOString(),
      Recipient: all.recipient,
      InResponseTo: all.confirmTo,
    });
    const period = attributesOf({
      NotBefore: all.notBefore?.toISOString(),
      NotOnOrAfter: all.notOnOrAfter?.toISOString(),
    });
    const statement =
      values.statement ??
      `<saml:AuthnStatement AuthnInstant="${minutes(0).toISOString()}" SessionIndex="${all.session}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    return `<saml:Assertion xmlns:saml="${assertionNamespace}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="${all.assertionId}" Version="${all.version}" IssueInstant="${minutes(0).toISOString()}"><saml:Issuer>${all.issuer}</saml:Issuer><saml:Subject>${all.nameId}<saml:SubjectConfirmation Method="${all.method}"><saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions${period}>${restriction}${all.moreConditions}</saml:Conditions>${statement}<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement></saml:Assertion>`;
  }

  /** A response with this content. */
  response(request: AuthnRequest, content: string, values: Values = {}): string {
    const all = {
      responseIssuer: this.entity,
      destination: request.consumer,
      responseTo: request.id,
      status: "urn:oasis:names:tc:SAML:2.0:status:Success",
      ...values,
    };
    const attributes = attributesOf({ Destination: all.destination, InResponseTo: all.responseTo });
    const issuer =
      all.responseIssuer === undefined
        ? ""
        : `<saml:Issuer xmlns:saml="${assertionNamespace}">${all.responseIssuer}</saml:Issuer>`;
    return `<samlp:Response xmlns:samlp="${protocolNamespace}" ID="_r${newId()}" Version="2.0" IssueInstant="${minutes(0).toISOString()}"${attributes}>${issuer}<samlp:Status><samlp:StatusCode Value="${all.status}"/></samlp:Status>${content}</samlp:Response>`;
  }

  /** Signs the element of this name, whose signature follows its issuer. */
  sign(xml: string, element: "Assertion" | "Response" | "LogoutRequest" = "Assertion", signing: Signing = {}): string {
    const signer = new SignedXml({
      privateKey: this.keys.pem,
      publicCert: `-----BEGIN CERTIFICATE-----\n${this.keys.certificate}\n-----END CERTIFICATE-----`,
      signatureAlgorithm: signing.signature ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      canonicalizationAlgorithm: signing.canonical ?? exclusive,
      idAttribute: "ID",
    });
    signer.addReference({
      xpath: `//*[local-name(.)='${element}']`,
      transforms: [...(signing.transforms ?? [enveloped, exclusive])],
      digestAlgorithm: signing.digest ?? "http://www.w3.org/2001/04/xmlenc#sha256",
      ...(signing.isEmptyUri && { isEmptyUri: true }),
    });
    const reference = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { prefix: "ds", location: { reference, action: "after" } });
    return signer.getSignedXml();
  }

  /** A response with a signed assertion, as most providers send it. */
  answer(request: AuthnRequest, person: Person, values: Values = {}): string {
    return this.response(request, this.sign(this.assertion(request, person, values)), values);
  }
}

/** The form with which a browser carries a response to the school. */
export const formWith = (xml: string | Buffer, relayState: string): Record<string, string> => ({
  SAMLResponse: (typeof xml === "string" ? Buffer.from(xml) : xml).toString("base64"),
  RelayState: relayState,
});

const attributesOf = (values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
    .join("");

let shared: Promise<KeyPair> | undefined;

/** A provider with a key that all providers of a process have in common: a new one takes a second. */
export const aSamlProvider = async (): Promise<SamlProvider> => new SamlProvider(await (shared ??= aKeyPair()));
