import { parse, startCommand, UsageError, type Command } from '../../infra/core/command.ts';

/** `npm run bench -- <name>`: the only measurements of speed; tests check only what is deterministic. */
const BENCHES: Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>> = {
  cold: () => import('./cold.ts'),
  core: () => import('./core.ts'),
  cost: () => import('./cost.ts'),
  cpu: () => import('./cpu.ts'),
  dam: () => import('./dam.ts'),
  desk: () => import('./pages/desk.ts'),
  fidelity: () => import('./fidelity.ts'),
  keyless: () => import('./keyless.ts'),
  lighthouse: () => import('./pages/lighthouse.ts'),
  lists: () => import('./lists.ts'),
  load: () => import('./load.ts'),
  reassign: () => import('./reassign.ts'),
  media: () => import('./media.ts'),
  peers: () => import('./peers.ts'),
  scraper: () => import('./scraper.ts'),
  sections: () => import('./sections.ts'),
  site: () => import('./pages/site.ts'),
  'sign-in': () => import('./sign-in.ts'),
  sdk: () => import('./sdk.ts'),
};

/** Options by the benches that take them. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  cold: ['node'],
  cpu: ['node', 'against'],
  peers: ['posts', 'only', 'with', 'seconds'],
};

/** Benches that measure only the functions, routes or files that are named. */
const WITH_NAMES: readonly string[] = ['cold', 'fidelity', 'keyless'];
/** Benches that accept other numbers of posts or assets as arguments. */
const WITH_SIZES: readonly string[] = ['lists', 'dam'];

const USAGE = `Usage: npm run bench -- [${Object.keys(BENCHES).join(' | ')}] [options]
       npm run cost

Measures speed (core unless another bench is named); "cost" computes what AWS charges.

  cold [--node <path>] [<function> …]  times the start of these functions only, on another Node.js
  keyless [<route> …]  measures only these routes, such as sitemaps/month
  fidelity [<folder or JSON file> …]  opens, edits and saves bodies as the desk does; without arguments the hard ones of this project
  cpu [--node <path>] [--against <commit>]  compares with the functions of a commit, and stores the results
  peers [--only <peer>,…] [--with <peer>,…] [--posts <n>,…] [--seconds <n>]  compares with Payload and Strapi, which it installs
        into .cache/peers. Archives are seeded once and kept there. Default: these peers, 1000,20000 posts and 8 s for each
        figure; only this stores the results. --only broadsheet measures no peer; --with directus,ghost adds these.
  sdk                                  compares calls to DynamoDB with those of the plain SDK; fails above 0.65 of its time
  ${WITH_SIZES.join(', ')} [<posts> …]           measures with archives of these sizes only`;

interface Options {
  name: string;
  args: string[];
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parse({
    args,
    options: {
      node: { type: 'string' },
      against: { type: 'string' },
      posts: { type: 'string' },
      only: { type: 'string' },
      with: { type: 'string' },
      seconds: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [name = 'core', ...rest] = positionals;
  if (!Object.hasOwn(BENCHES, name))
    throw new UsageError(`There is no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}.`);
  const given = Object.entries(values).flatMap(([option, value]) => {
    if (!OPTIONS[name]?.includes(option)) throw new UsageError(`${name} does not take --${option}.`);
    return [`--${option}`, value];
  });
  if (WITH_NAMES.includes(name)) return { name, args: [...given, ...rest] };
  const isSized = WITH_SIZES.includes(name) && rest.every(size => /^[1-9]\d*$/.test(size));
  if (rest.length > 0 && !isSized) throw new UsageError(`${name} does not take ${rest.join(' ')}.`);
  return { name, args: [...given, ...rest] };
}

export const bench: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run: async ({ name, args }) => await (await BENCHES[name]!()).run(args),
};

await startCommand(import.meta.filename, bench);
