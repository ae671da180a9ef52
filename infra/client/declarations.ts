import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../core/root.ts';
import { formatSource } from '../core/format.ts';

const FOLDER = join(ROOT, 'infra/client/source');
const CALLS = join(FOLDER, 'calls.ts');

/**
 * The declaration files of the client: those of the compiler, in which the file that infers from the service's schemas is replaced
 * by the inferred types. So they need neither the service's sources nor its packages.
 */
export async function clientDeclarations(): Promise<ReadonlyMap<string, string>> {
  const program = ts.createProgram([join(FOLDER, 'index.ts')], options());
  const made = new Map<string, string>();
  const ofClient = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${FOLDER}/`));
  for (const source of ofClient)
    program.emit(source, (file, text) => made.set(file.slice(FOLDER.length + 1), published(text)));
  made.set('calls.d.ts', await formatSource('calls.d.ts', calls(program), 80));
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

function calls(program: ts.Program): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(CALLS);
  const declared = source?.statements.find(ts.isTypeAliasDeclaration);
  if (declared?.name.text !== 'Calls')
    throw new Error('infra/client/source/calls.ts begins with the type Calls');
  const rows = checker
    .getTypeAtLocation(declared)
    .getProperties()
    .map(row => {
      const type = checker.typeToString(
        checker.getTypeOfSymbol(row),
        declared,
        ts.TypeFormatFlags.NoTruncation,
      );
      return `  ${JSON.stringify(row.name)}: ${type};`;
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
