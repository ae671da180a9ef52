import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { ROOT } from '../../core/root.ts';
import { print } from '../../core/terminal.ts';
import { checkResource, DEFAULT_ROOM, toFiles, type Resource } from './resource.ts';

const USAGE = `Usage: npm run new -- resource <name> [--room <folder>]

Writes the files of a new resource, as CONTRIBUTING.md shows them under "Add a resource": its declaration, endpoints, rows, examples and
test. It changes no file that exists; the recipe has the other steps.

<name>   a plural as in paths, such as newsletters or press_releases
--room   the folder of shared/ for its records (${DEFAULT_ROOM})`;

function readOptions(args: string[]): Resource {
  const options = { room: { type: 'string', default: DEFAULT_ROOM } } as const;
  const { values, positionals } = parse({ args, options, allowPositionals: true });
  const [kind, name = '', ...others] = positionals;
  if (kind !== 'resource') throw new UsageError('The first argument must be: resource.');
  if (others.length > 0)
    throw new UsageError(`Only one resource at a time: ${others.join(' ')} is too much.`);
  return { name, room: values.room };
}

function run(resource: Resource): Promise<void> {
  checkResource(resource);
  for (const [file, text] of toFiles(resource)) {
    const path = join(ROOT, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    print(file);
  }
  print('Next: step 2 of "Add a resource" in CONTRIBUTING.md.');
  return Promise.resolve();
}

export const creation: Command<Resource> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, creation);
