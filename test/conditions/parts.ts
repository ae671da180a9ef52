/** A condition: operands, or the text of a comparison or function. */
type Tree = string | { operator: 'AND' | 'OR'; operands: Tree[] };

/** The name of the part that is the whole condition. */
export const WHOLE = 'the whole';

/** A condition that always holds. */
const ALWAYS = 'attribute_exists(pk) OR attribute_not_exists(pk)';

/**
 * The parts that can be left out of a condition: the whole of it, each operand of AND, without which it holds more often, and each
 * operand of OR, without which it holds less often.
 */
export function splitParts(expression: string): string[] {
  return [WHOLE, ...operandsIn(parse(expression)).map(print)];
}

function operandsIn(tree: Tree): Tree[] {
  return typeof tree === 'string' ? [] : tree.operands.flatMap(operand => [operand, ...operandsIn(operand)]);
}

/** @returns the condition without the part */
export function leaveOut(expression: string, part: string): string {
  return part === WHOLE ? ALWAYS : print(without(parse(expression), part));
}

function without(tree: Tree, part: string): Tree {
  if (typeof tree === 'string') return tree;
  const { operator } = tree;
  const operands = tree.operands
    .filter(operand => print(operand) !== part)
    .map(operand => without(operand, part));
  return operands.length === 1 ? operands[0]! : { operator, operands };
}

/** Splits at operators outside of parentheses. The service uses no NOT and no BETWEEN, whose AND divides nothing. */
function parse(text: string): Tree {
  for (const operator of ['OR', 'AND'] as const) {
    const operands = split(text, ` ${operator} `);
    if (operands.length > 1) return { operator, operands: operands.map(parse) };
  }
  return text.startsWith('(') ? parse(text.slice(1, -1)) : text;
}

function split(text: string, separator: string): string[] {
  let depth = 0;
  let from = 0;
  const operands: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      operands.push(text.slice(from, at));
      from = at + separator.length;
    }
  }
  return [...operands, text.slice(from)];
}

function print(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  const operands = tree.operands.map(operand =>
    typeof operand === 'string' ? operand : `(${print(operand)})`,
  );
  return operands.join(` ${tree.operator} `);
}
