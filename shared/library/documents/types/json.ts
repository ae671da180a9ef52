/** Rejects deeper documents, because their readers may use recursion. */
const MAX_DEPTH = 500;

/** Consumes one character. @returns the next state; undefined when the character is invalid */
type State = (code: number, open: number[]) => State | undefined;

function code(character: string): number {
  return character.charCodeAt(0);
}

const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const COLON = code(':');
const MINUS = code('-');
const PLUS = code('+');
const POINT = code('.');
const ZERO = code('0');
const NINE = code('9');
const OBJECT = code('{');
const END_OBJECT = code('}');
const ARRAY = code('[');
const END_ARRAY = code(']');
/** The bit that distinguishes lower from upper case in ASCII. */
const LOWER = 0x20;

function isSpace(next: number): boolean {
  return next === 0x20 || next === 0x0a || next === 0x0d || next === 0x09;
}

function isDigit(next: number): boolean {
  return next >= ZERO && next <= NINE;
}

function isExponent(next: number): boolean {
  return (next | LOWER) === code('e');
}

function isHex(next: number): boolean {
  return isDigit(next) || ((next | LOWER) >= code('a') && (next | LOWER) <= code('f'));
}

function isEscaped(next: number): boolean {
  return '"\\/bfnrt'.includes(String.fromCharCode(next));
}

function value(next: number, open: number[]): State | undefined {
  if (isSpace(next)) return value;
  if (next === QUOTE) return text.inside;
  if (next === OBJECT) return opened(next, open, firstKey);
  if (next === ARRAY) return opened(next, open, firstElement);
  if (next === MINUS) return negative;
  if (next === ZERO) return zero;
  return isDigit(next) ? integer : WORDS.get(next);
}

function opened(bracket: number, open: number[], then: State): State | undefined {
  return open.push(bracket) > MAX_DEPTH ? undefined : then;
}

function firstElement(next: number, open: number[]): State | undefined {
  if (isSpace(next)) return firstElement;
  return next === END_ARRAY ? afterValue(next, open) : value(next, open);
}

function firstKey(next: number, open: number[]): State | undefined {
  if (isSpace(next)) return firstKey;
  return next === END_OBJECT ? afterValue(next, open) : nextKey(next);
}

function nextKey(next: number): State | undefined {
  if (isSpace(next)) return nextKey;
  return next === QUOTE ? key.inside : undefined;
}

function afterKey(next: number): State | undefined {
  if (isSpace(next)) return afterKey;
  return next === COLON ? value : undefined;
}

function afterValue(next: number, open: number[]): State | undefined {
  if (isSpace(next)) return afterValue;
  const around = open.at(-1);
  if (next === COMMA && around !== undefined) return around === OBJECT ? nextKey : value;
  if (next !== (around === OBJECT ? END_OBJECT : END_ARRAY)) return undefined;
  return open.pop() === undefined ? undefined : afterValue;
}

const negative: State = next => (next === ZERO ? zero : isDigit(next) ? integer : undefined);
const integer: State = (next, open) => (isDigit(next) ? integer : zero(next, open));
const point: State = next => (isDigit(next) ? fraction : undefined);
function exponentStart(next: number): State | undefined {
  return isDigit(next) ? exponent : undefined;
}

const exponentSign: State = next => (next === PLUS || next === MINUS ? exponentStart : exponentStart(next));
const exponent: State = (next, open) => (isDigit(next) ? exponent : afterValue(next, open));

function zero(next: number, open: number[]): State | undefined {
  return next === POINT ? point : afterDigits(next, open);
}

function fraction(next: number, open: number[]): State | undefined {
  return isDigit(next) ? fraction : afterDigits(next, open);
}

function afterDigits(next: number, open: number[]): State | undefined {
  return isExponent(next) ? exponentSign : afterValue(next, open);
}

/** The states within a string, after its opening quote. */
function quoted(then: State) {
  const inside: State = next => {
    if (next === QUOTE) return then;
    if (next === BACKSLASH) return escape;
    return next < 0x20 ? undefined : inside;
  };
  const escape: State = next => (next === code('u') ? hex[0] : isEscaped(next) ? inside : undefined);
  const hex: State[] = [1, 2, 3, 4].map(nth => next => (isHex(next) ? (hex[nth] ?? inside) : undefined));
  return { inside };
}
const text = quoted(afterValue);
const key = quoted(afterKey);

/** The states within the rest of `true`, `false` or `null`. */
function spelled(rest: string): State {
  const then = rest.length === 1 ? afterValue : spelled(rest.slice(1));
  return next => (next === code(rest) ? then : undefined);
}

const WORDS = new Map(['true', 'false', 'null'].map(word => [code(word), spelled(word.slice(1))]));

/** The states in which a text may end, when no bracket is open. */
const ENDS = new Set<State>([afterValue, zero, integer, fraction, exponent]);

/**
 * Checks piece by piece, in constant memory, whether a text is JSON, without building values. Published streaming parsers build them (they
 * hold a string of 100 MB in memory) and take ten times as long.
 */
export class JsonValidator {
  #state: State | undefined = value;
  readonly #open: number[] = [];

  write(piece: string): void {
    let state = this.#state;
    for (let at = 0; at < piece.length && state; at++) state = state(piece.charCodeAt(at), this.#open);
    this.#state = state;
  }

  /** Whether everything written is exactly one JSON value. */
  get isWhole(): boolean {
    return this.#state !== undefined && ENDS.has(this.#state) && this.#open.length === 0;
  }
}
