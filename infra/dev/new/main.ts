import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { ROOT } from '../../core/root.ts';
import { print } from '../../core/terminal.ts';
import { checkResource, DEFAULT_ROOM, toFiles, type Resource } from './resource.ts';
import { toNames } from './resource-name.ts';
import { checkSite, EXAMPLE_URL, FRAMEWORKS, makeSite, type Site } from './site.ts';

const USAGE = `Usage: npm run new -- resource <name> [--singular <word>] [--room <folder>]
       npm run new -- site <astro|next|eleventy> <folder> [--url <address>]

resource writes the files of a new resource, as CONTRIBUTING.md shows them under "Add a resource": its declaration, endpoints, rows, examples
and test. It changes no file that exists; the recipe has the other steps.

<name>      a plural as in paths, such as newsletters or press_releases
--singular  the word for one of them, such as press_release, when the command guesses it wrongly
--room      the folder of shared/ for its records (${DEFAULT_ROOM})

site writes a small website that shows the posts of a service, to be changed and deployed by you, and prints the commands that build it.

<folder>    where the site is written; it must be empty or not exist
--url       the address of the service (${EXAMPLE_URL}, where npm start serves it)`;

type Options = { resource: Resource } | { site: Site };

function readOptions(args: string[]): Options {
  const options = {
    room: { type: 'string' },
    singular: { type: 'string' },
    url: { type: 'string' },
  } as const;
  const { values, positionals } = parse({ args, options, allowPositionals: true });
  const [kind, ...names] = positionals;
  const { url, ...ofResource } = values;
  if (kind === 'resource') {
    refuseOptions('site', { url });
    return { resource: toResource(names, ofResource) };
  }
  if (kind === 'site') {
    refuseOptions('resource', ofResource);
    return { site: toSite(names, url) };
  }
  throw new UsageError('The first argument must be: resource or site.');
}

/** @throws UsageError when an option was given that only the other kind has */
function refuseOptions(kind: string, options: Readonly<Record<string, string | undefined>>): void {
  const given = Object.keys(options).find(name => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} is an option of ${kind} only.`);
}

function toResource(
  [name = '', ...others]: string[],
  { singular, room = DEFAULT_ROOM }: { singular?: string | undefined; room?: string | undefined },
): Resource {
  if (others.length > 0)
    throw new UsageError(`Only one resource at a time: ${others.join(' ')} is too much.`);
  return { name, singular, room };
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
  const { one } = toNames(resource.name, resource.singular);
  if (resource.singular === undefined)
    print(`One record is called “${one.words}”; --singular gives it another name.`);
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
