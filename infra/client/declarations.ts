import { join } from 'node:path';
import ts from 'typescript';
import { routeList } from '../../functions/routes/index.ts';
import { ROOT } from '../core/root.ts';
import { formatSource } from '../core/format.ts';
import { readComments, toComment, type Comments, type Part } from './comments.ts';
import { toCamelCase } from './source/names.ts';

const FOLDER = join(ROOT, 'infra/client/source');
const CALLS = join(FOLDER, 'calls.ts');

/**
 * The declaration files of the client: those of the compiler, in which the file that infers from the service's schemas is replaced
 * by the inferred types. So they need neither the service's sources nor its packages. Calls and fields have comments from the document.
 */
export async function clientDeclarations(document: string): Promise<ReadonlyMap<string, string>> {
  const program = ts.createProgram([join(FOLDER, 'index.ts')], options());
  const comments = readComments(document);
  const made = new Map<string, string>();
  const ofClient = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${FOLDER}/`));
  for (const source of ofClient)
    program.emit(source, (file, text) => made.set(file.slice(FOLDER.length + 1), published(text)));
  made.set('calls.d.ts', await formatSource('calls.d.ts', calls(program, comments), 80));
  made.set('types.d.ts', withMethods(made.get('types.d.ts') ?? '', comments));
  return made;
}

function options(): ts.CompilerOptions {
  const config: unknown = ts.readConfigFile(join(ROOT, 'tsconfig.json'), file =>
    ts.sys.readFile(file),
  ).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true };
}

/** The published modules end in .js. */
function published(text: string): string {
  return text.replaceAll(/(from ')(\.[^']*)\.ts'/g, "$1$2.js'");
}

type AllComments = ReadonlyMap<string, Comments>;

function findComments(name: string, comments: AllComments): Comments | undefined {
  const row = routeList.find(route => route.name === name);
  return row && comments.get(`${row.method} ${row.path}`);
}

function calls(program: ts.Program, comments: AllComments): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(CALLS);
  const declared = source?.statements.find(ts.isTypeAliasDeclaration);
  if (declared?.name.text !== 'Calls')
    throw new Error('infra/client/source/calls.ts begins with the type Calls');
  const printer = { checker, declared };
  const rows = checker
    .getTypeAtLocation(declared)
    .getProperties()
    .map(row => {
      const words = findComments(row.name, comments);
      const parts = checker.getTypeOfSymbol(row).getProperties();
      const texts = parts.map(part => {
        const type = checker.getTypeOfSymbol(part);
        return `${part.name}: ${print(printer, type, words?.parts[part.name as Part] ?? {})};`;
      });
      return `${JSON.stringify(row.name)}: { ${texts.join('\n')} };`;
    });
  return [
    "import type { FileInput } from './file.js';",
    '/** What each route takes and answers. */',
    'export interface Calls {',
    ...rows,
    '}',
    '',
  ].join('\n');
}

interface Printer {
  checker: ts.TypeChecker;
  declared: ts.Node;
}

/** The type as text, with a comment for each field of an object or of the entries of a list. */
function print(
  { checker, declared }: Printer,
  type: ts.Type,
  words: Readonly<Record<string, string>>,
): string {
  const toText = (printed: ts.Type): string =>
    checker.typeToString(printed, declared, ts.TypeFormatFlags.NoTruncation);
  const [entry] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (entry) return `(${print({ checker, declared }, entry, words)})[]`;
  const isPlain =
    !type.isUnion() && (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length > 0;
  if (!isPlain || checker.isTupleType(type) || type.getCallSignatures().length > 0) return toText(type);
  const fields = type.getProperties().map(field => {
    const said = words[field.name];
    const comment = said === undefined || said === '' ? '' : `${toComment(said)}\n`;
    const mark = (field.flags & ts.SymbolFlags.Optional) === 0 ? '' : '?';
    return `${comment}${JSON.stringify(field.name)}${mark}: ${toText(checker.getTypeOfSymbol(field))};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** Spells the client out, because editors show no comments of a mapped type. */
function withMethods(types: string, comments: AllComments): string {
  const resources = [...new Set(routeList.map(({ name }) => name.split('/')[0] ?? ''))];
  const members = resources.map(resource => {
    const rows = routeList.filter(({ name }) => name.startsWith(`${resource}/`));
    const methods = rows.map(({ name }) => {
      const about = findComments(name, comments)?.about;
      const method = toCamelCase(name.split('/')[1] ?? '');
      return `${about === undefined ? '' : `${toComment(about)}\n`}${method}: Method<'${name}'>;`;
    });
    return `${toCamelCase(resource)}: {\n${methods.join('\n')}\n} & Extras<'${resource}'>;`;
  });
  const mapped = /export type Client = \{[\s\S]*?\n\};/;
  if (!mapped.test(types)) throw new Error('infra/client/source/types.ts has no type Client');
  return types.replace(mapped, () => `export interface Client {\n${members.join('\n')}\n}`);
}
