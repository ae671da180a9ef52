import { argv } from 'node:process';

/** `npm run bench -- <name>`: speed is measured here and nowhere else; tests only gate what is deterministic. */
const BENCHES: Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>> = {
  cold: () => import('./cold.ts'),
  core: () => import('./core.ts'),
  cost: () => import('./cost.ts'),
  dam: () => import('./dam.ts'),
  lists: () => import('./lists.ts'),
  load: () => import('./load.ts'),
  reassign: () => import('./reassign.ts'),
  media: () => import('./media.ts'),
  scraper: () => import('./scraper.ts'),
};

const [name = 'core', ...args] = argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  console.error(`There is no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
await (await bench()).run(args);
