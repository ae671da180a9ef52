import { argv } from 'node:process';

/** `npm run bench -- <name>`: speed is measured here and nowhere else; tests only gate what is deterministic. */
const BENCHES: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  core: () => import('./core.ts'),
  scraper: () => import('./scraper.ts'),
};

const [name = 'core'] = argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  console.error(`There is no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
await (await bench()).run();
