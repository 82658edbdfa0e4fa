/** Constants and functions of answers in Open edX (`calc`). */
const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };
const functions: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  abs: Math.abs,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
};

const token = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z][a-z0-9]*)|([-+*/^()%]))/iy;

const maxLength = 200;
const maxDepth = 30;

/** Returns the value of an expression such as `1/3`, `2*10^-3` or `5%`; undefined if it is none. */
export function valueOfExpression(text: string): number | undefined {
  if (text.length > maxLength) return undefined;
  const tokens: string[] = [];
  token.lastIndex = 0;
  const source = text.trim();
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (!match) return undefined;
    tokens.push(match[0].trim());
  }
  let at = 0;
  let depth = 0;
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value : undefined;

  function sum(): number {
    let left = product();
    for (;;) {
      if (take("+")) left += product();
      else if (take("-")) left -= product();
      else return left;
    }
  }

  function product(): number {
    let left = signed();
    for (;;) {
      if (take("*")) left *= signed();
      else if (take("/")) left /= signed();
      else return left;
    }
  }

  function signed(): number {
    if (++depth > maxDepth) return Number.NaN;
    const signs = take("-") ? -signed() : take("+") ? signed() : power();
    depth--;
    return signs;
  }

  function power(): number {
    const base = atom();
    return take("^") ? base ** signed() : base;
  }

  function atom(): number {
    const next = tokens[at++] ?? "";
    let found = Number.NaN;
    if (next === "(") found = parenthesized();
    else if (/^[\d.]/.test(next)) found = Number(next);
    else if (Object.hasOwn(constants, next)) found = constants[next] ?? Number.NaN;
    else if (Object.hasOwn(functions, next) && take("(")) found = (functions[next] ?? Number)(parenthesized());
    return take("%") ? found / 100 : found;
  }

  function parenthesized(): number {
    const inside = sum();
    return take(")") ? inside : Number.NaN;
  }

  function take(mark: string): boolean {
    if (tokens[at] !== mark) return false;
    at++;
    return true;
  }
}
