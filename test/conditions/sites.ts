import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Where the sources attach a condition to a write. */
export interface Site {
  file: string;
  line: number;
  /** The file and the function, which stay when lines move; numbered from the second one in a function on. */
  name: string;
}

const FOLDERS = ['functions', 'shared', 'infra/cli'];

/** The calls that attach a condition, by their number of arguments with one. */
const ON_TRANSACTION: Readonly<Record<string, number>> = { put: 2, delete: 2, check: 2, update: 3 };
const ON_SINGLE_ITEM: Readonly<Record<string, number>> = { putUnder: 2, updateIf: 3 };

/** @returns all conditional writes of the sources */
export function findSites(): Site[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.includes('node_modules'))
      .sort()
      .flatMap(file => sitesIn(join(folder, file))),
  );
}

function sitesIn(file: string): Site[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  const visit = (node: ts.Node): void => {
    const attached = ts.isCallExpression(node) ? attachingName(node) : undefined;
    if (attached) {
      const base = `${file} ${functionAround(node)}`;
      const before = sites.filter(site => site.name.replace(/ \d+$/, '') === base).length;
      sites.push({
        file,
        line: source.getLineAndCharacterOfPosition(attached.getStart()).line + 1,
        name: before === 0 ? base : `${base} ${before + 1}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** @returns the name of the called function, if the call attaches a condition */
function attachingName({ expression, arguments: { length } }: ts.CallExpression): ts.Node | undefined {
  if (ts.isIdentifier(expression)) return ON_SINGLE_ITEM[expression.text] === length ? expression : undefined;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const { name } = expression;
  return ON_TRANSACTION[name.text] === length && isTransaction(expression) ? name : undefined;
}

/** Whether a chain of calls begins at a variable that is called `transaction`, or at a new Transaction. */
function isTransaction(chain: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(chain) || ts.isCallExpression(chain))
    return isTransaction(chain.expression);
  if (ts.isNewExpression(chain)) return chain.expression.getText() === 'Transaction';
  if (chain.kind === ts.SyntaxKind.ThisKeyword)
    return chain.getSourceFile().fileName.endsWith('/transaction.ts');
  return ts.isIdentifier(chain) && chain.text === 'transaction';
}

function functionAround(node: ts.Node): string {
  if (ts.isSourceFile(node)) return '';
  const { parent } = node;
  const isNamed =
    ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent) || ts.isVariableDeclaration(parent);
  return isNamed && isTopLevel(parent) && parent.name ? parent.name.getText() : functionAround(parent);
}

/** A function or constant of the module, or a method of a class or of a constant. */
function isTopLevel(node: ts.Node): boolean {
  return (
    ts.isMethodDeclaration(node) || ts.isSourceFile(node.parent) || ts.isSourceFile(node.parent.parent.parent)
  );
}
