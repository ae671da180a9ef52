import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { ROOT } from '../../core/root.ts';
import { print } from '../../core/terminal.ts';
import { checkResource, DEFAULT_ROOM, toFiles, type Resource } from './resource.ts';
import { checkSite, EXAMPLE_URL, FRAMEWORKS, makeSite, type Site } from './site.ts';

const USAGE = `Usage: npm run new -- resource <name> [--room <folder>]
       npm run new -- site <astro|next|eleventy> <folder> [--url <address>]

resource writes the files of a new resource, as CONTRIBUTING.md shows them under "Add a resource": its declaration, endpoints, rows, examples
and test. It changes no file that exists; the recipe has the other steps.

<name>   a plural as in paths, such as newsletters or press_releases
--room   the folder of shared/ for its records (${DEFAULT_ROOM})

site writes a small website that shows the posts of a service, to be changed and deployed by you, and prints the commands that build it.

<folder> where the site is written; it must be empty or not exist
--url    the address of the service (${EXAMPLE_URL}, where npm start serves it)`;

type Options = { resource: Resource } | { site: Site };

function readOptions(args: string[]): Options {
  const options = { room: { type: 'string' }, url: { type: 'string' } } as const;
  const { values, positionals } = parse({ args, options, allowPositionals: true });
  const [kind, ...names] = positionals;
  if (kind === 'resource') return { resource: toResource(names, values.room) };
  if (kind === 'site') return { site: toSite(names, values.url) };
  throw new UsageError('The first argument must be: resource or site.');
}

function toResource([name = '', ...others]: string[], room = DEFAULT_ROOM): Resource {
  if (others.length > 0)
    throw new UsageError(`Only one resource at a time: ${others.join(' ')} is too much.`);
  return { name, room };
}

function toSite([framework = '', folder = '', ...others]: string[], url = EXAMPLE_URL): Site {
  if (!isFramework(framework))
    throw new UsageError(`The second argument must be one of ${Object.keys(FRAMEWORKS).join(', ')}.`);
  if (folder === '' || others.length > 0) throw new UsageError('One folder must follow the framework.');
  return { framework, folder, url };
}

function isFramework(name: string): name is Site['framework'] {
  return Object.hasOwn(FRAMEWORKS, name);
}

function run(options: Options): Promise<void> {
  if ('resource' in options) createResource(options.resource);
  else createSite(options.site);
  return Promise.resolve();
}

function createResource(resource: Resource): void {
  checkResource(resource);
  for (const [file, text] of toFiles(resource)) {
    const path = join(ROOT, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    print(file);
  }
  print('Next: step 2 of "Add a resource" in CONTRIBUTING.md.');
}

function createSite(site: Site): void {
  checkSite(site);
  const commands = makeSite(site);
  print(`The site is in ${site.folder}; its README.md says what each file does. To build and show it:\n`);
  for (const command of commands) print(`  ${command}`);
  print(
    '\nIts build reads the service: put a key into the file .env before, unless features.publicRead is set.',
  );
}

export const creation: Command<Options> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, creation);
