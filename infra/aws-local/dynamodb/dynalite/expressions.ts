/** The attribute values of a request by their names. */
type Values = Record<string, object>;

/** What dynalite passes to its parsers: the names and values of a request, and those that no expression has used yet. */
export interface Context {
  attrNames?: Record<string, string> | undefined;
  attrVals?: Values | undefined;
  unusedAttrNames: Record<string, boolean>;
  unusedAttrVals: Record<string, boolean>;
  compare: (operator: string, one: unknown, other: unknown) => boolean;
}

/** Returns a tree, or the text of an error. Parsers resolve names and values: a tree has attribute names and value objects. */
export type Parse = (text: string, options: { context: Context }) => unknown;

/** The place of a value in a remembered tree. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Remembered {
  tree: unknown;
  usedNames: string[];
  usedValues: string[];
  /** The limits of each BETWEEN: parsers refuse a lower one that is greater than the upper one. */
  limits: [lower: Placeholder, upper: Placeholder][];
}

const MAX_REMEMBERED = 1000;
/** This function's argument is a value that the parser checks. */
const DEPENDS_ON_VALUES = /attribute_type/i;

/**
 * Remembers the trees of a parser, because parsing takes a quarter of the engine's time and the service sends few different
 * expressions. In addition to the text, a tree depends on the names, the types of the values and the order of the limits of BETWEEN.
 * Errors are not remembered.
 */
export function rememberParses(parse: Parse): Parse {
  const known = new Map<string, Remembered>();
  return function parseOnce(text, { context }) {
    if (DEPENDS_ON_VALUES.test(text)) return parse(text, { context });
    const key = makeCacheKey(text, context);
    const found = known.get(key);
    if (found && hasOrderedLimits(found, context)) return reuse(found, context);
    const own = {
      ...context,
      unusedAttrNames: flags(context.attrNames),
      unusedAttrVals: flags(context.attrVals),
    };
    const tree = parse(text, { context: own });
    if (typeof tree === 'string') return tree;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const remembered = remember(tree, own);
    known.set(key, remembered);
    return reuse(remembered, context);
  };
}

function flags(named: object = {}): Record<string, boolean> {
  return Object.fromEntries(Object.keys(named).map(name => [name, true]));
}

function makeCacheKey(text: string, { attrNames, attrVals = {} }: Context): string {
  let types = '';
  for (const name in attrVals) types += `${name} ${Object.keys(attrVals[name]!).join()} `;
  return `${text}\n${types}\n${attrNames ? JSON.stringify(attrNames) : ''}`;
}

function hasOrderedLimits({ limits }: Remembered, { attrVals = {}, compare }: Context): boolean {
  return limits.every(([lower, upper]) => !compare('GT', attrVals[lower.name], attrVals[upper.name]));
}

function reuse({ tree, usedNames, usedValues }: Remembered, context: Context): unknown {
  for (const name of usedNames) Reflect.deleteProperty(context.unusedAttrNames, name);
  for (const name of usedValues) Reflect.deleteProperty(context.unusedAttrVals, name);
  const { attrVals = {} } = context;
  return copy(tree, part => (part instanceof Placeholder ? attrVals[part.name] : undefined));
}

function remember(tree: unknown, context: Context): Remembered {
  const { attrNames = {}, attrVals = {}, unusedAttrNames, unusedAttrVals } = context;
  const places = new Map<object, Placeholder>(
    Object.entries(attrVals).map(([name, value]) => [value, new Placeholder(name)]),
  );
  const limits: Remembered['limits'] = [];
  const template = copy(tree, part => {
    if ('type' in part && part.type === 'between' && 'args' in part) {
      const [, lower, upper] = (part.args as object[]).map(argument => places.get(argument));
      if (lower && upper) limits.push([lower, upper]);
    }
    return places.get(part);
  });
  return {
    tree: template,
    usedNames: Object.keys(attrNames).filter(name => !(name in unusedAttrNames)),
    usedValues: Object.keys(attrVals).filter(name => !(name in unusedAttrVals)),
    limits,
  };
}

/** Copies a tree, because actions change the trees that they get. `replace` may give another object for one of its objects. */
function copy(part: unknown, replace: (part: object) => object | undefined): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const replacement = replace(part);
  if (replacement) return replacement;
  if (Array.isArray(part)) return part.map(each => copy(each, replace));
  const copied = Object.create(Object.getPrototypeOf(part) as object | null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(part)) copied[name] = copy(value, replace);
  return copied;
}
