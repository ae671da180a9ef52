import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What a file declares at its top, and where the names that it imports are declared. */
interface Module {
  declared: Map<string, ts.Node>;
  imported: Map<string, { file: string; name: string }>;
}

/**
 * The files that a function runs through, in the order in which it first reaches them: along each call of a function that a file declares
 * or imports, with the functions that are passed on and those in the tables that it uses. What is passed to a function comes before
 * the function itself. A class is run through as a whole where it is constructed, since only types tell which of its methods run.
 * Libraries, values and types are left out.
 * @param property of the object that the name stands for; `default` and `handle` are an endpoint's
 */
export function walkFrom(file: string, name = 'default', property = 'handle'): string[] {
  const walk = new Walk();
  walk.enter(file, name, property);
  return [...walk.files];
}

class Walk {
  readonly files = new Set<string>();
  readonly #entered = new Set<ts.Node>();
  readonly #modules = new Map<string, Module>();

  enter(file: string, name: string, property?: string): void {
    const { declared, imported } = this.#moduleAt(file);
    const origin = imported.get(name);
    if (origin) this.enter(origin.file, origin.name, property);
    const node = declared.get(name);
    const body = node && runnableIn(node, property);
    if (!body || this.#entered.has(body)) return;
    this.#entered.add(body);
    if (!isTable(body)) this.files.add(file);
    ts.forEachChild(body, child => this.#follow(child, file, isTable(body)));
  }

  /** @param isLoading whether the node runs when its module is loaded, so that calls in it are no part of the walk */
  #follow(node: ts.Node, file: string, isLoading: boolean): void {
    const follow = (child: ts.Node): void => this.#follow(child, file, isLoading && !ts.isFunctionLike(node));
    if (ts.isTypeNode(node) || (isLoading && ts.isCallExpression(node))) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      node.arguments?.forEach(follow);
      follow(node.expression);
    } else if (ts.isPropertyAccessExpression(node)) {
      if (ts.isIdentifier(node.expression)) this.enter(file, node.expression.text, node.name.text);
      else follow(node.expression);
    } else if (ts.isIdentifier(node)) this.enter(file, node.text);
    else {
      if (ts.isVariableDeclaration(node)) this.#noteLazyImport(node, file);
      ts.forEachChild(node, follow);
    }
  }

  /** `const { names } = await import('file')` imports the names. */
  #noteLazyImport({ name, initializer }: ts.VariableDeclaration, file: string): void {
    const [, from] = /^await import\('(\..+)'\)$/.exec(initializer?.getText() ?? '') ?? [];
    if (from === undefined || !ts.isObjectBindingPattern(name)) return;
    for (const { name: element } of name.elements)
      this.#moduleAt(file).imported.set(element.getText(), {
        file: join(dirname(file), from),
        name: element.getText(),
      });
  }

  #moduleAt(file: string): Module {
    const known = this.#modules.get(file) ?? readModule(file);
    this.#modules.set(file, known);
    return known;
  }
}

/** The function, class or table that a declaration is, or that the `property` of a declared object is. */
function runnableIn(node: ts.Node, property: string | undefined): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isArrowFunction(node)) return node;
  if (ts.isVariableDeclaration(node)) return node.initializer && runnableIn(node.initializer, property);
  if (ts.isSatisfiesExpression(node)) return runnableIn(node.expression, property);
  if (ts.isCallExpression(node) && node.expression.getText() === 'endpoint')
    return node.arguments[0] && runnableIn(node.arguments[0], property);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.find(({ name }) => name?.getText() === property) ?? node;
  return ts.isArrayLiteralExpression(node) ? node : undefined;
}

function isTable(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

function readModule(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Module = { declared: new Map(), imported: new Map() };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) noteImports(statement, file, found);
    else if (ts.isExportAssignment(statement)) found.declared.set('default', statement.expression);
    else if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        found.declared.set(declaration.name.getText(), declaration);
    else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      found.declared.set(statement.name?.text ?? 'default', statement);
  }
  return found;
}

function noteImports(
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
  file: string,
  { imported }: Module,
): void {
  const names = importClause?.namedBindings;
  if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return;
  if (!names || !ts.isNamedImports(names)) return;
  for (const { name, propertyName } of names.elements)
    imported.set(name.text, {
      file: join(dirname(file), moduleSpecifier.text),
      name: (propertyName ?? name).text,
    });
}
