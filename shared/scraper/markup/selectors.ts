/** What a selector asks of an element. */
interface Selectable {
  readonly localName: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

/** Whether an element matches a selector. */
export type Test<Tested> = (element: Tested) => boolean;

/** One alternative of a selector that needs no engine: a name, an attribute, or both; an attribute may have to contain a text or a word. */
const SIMPLE = /^(\*|[a-z][\w-]*)?(?:\[([a-z-]+)(?:([~*])="([^"]+)"( i)?)?\])?$/;

/** The selectors of extractors, which are few and constant. */
const known = new Map<string, Test<Selectable> | undefined>();

/**
 * The test for a list of simple selectors; undefined if one of them is not simple. linkedom compiles a selector each time, which takes longer
 * than to ask it.
 */
export function compileTest(selectors: string): Test<Selectable> | undefined {
  if (!known.has(selectors)) known.set(selectors, compile(selectors));
  return known.get(selectors);
}

function compile(selectors: string): Test<Selectable> | undefined {
  const tests = new Map<string, Test<Selectable>[]>();
  for (const selector of selectors.split(/,\s*/)) {
    const found = SIMPLE.exec(selector);
    if (found === null) return undefined;
    const [, name = '*', attribute, operator, text, flag] = found;
    const test = attributeTest(attribute, operator, text, flag);
    tests.set(name, [...(tests.get(name) ?? []), test]);
  }
  const anyName = tests.get('*') ?? [];
  return element =>
    tests.get(element.localName)?.some(test => test(element)) === true || anyName.some(test => test(element));
}

function attributeTest(name?: string, operator = '', text = '', flag = ''): Test<Selectable> {
  if (name === undefined) return () => true;
  if (operator === '') return element => element.hasAttribute(name);
  const normal = (value: string): string => (flag === '' ? value : value.toLowerCase());
  const wanted = normal(text);
  return element => {
    const value = normal(element.getAttribute(name) ?? '');
    return value.includes(wanted) && (operator === '*' || value.split(/\s+/).includes(wanted));
  };
}
