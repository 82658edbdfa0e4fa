// The parts of KaTeX that are used. The types of the package need those of a browser.
declare module "katex" {
  interface Options {
    output: "mathml";
    displayMode: boolean;
    throwOnError: boolean;
    strict: "ignore";
    trust: boolean;
    maxExpand: number;
    maxSize: number;
  }
  const katex: {
    renderToString(tex: string, options: Options): string;
    ParseError: new (...parts: never[]) => Error;
  };
  export default katex;
}
