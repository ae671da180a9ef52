// Builds the site, and shows the new build when it is whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Where the framework writes, and where each build that is served has a folder. */
const BUILT = 'dist';
const SERVED = '.live';
const RETRY_MS = 10_000;

let isWanted = false;
let running;
let live = '';
let outdated = '';

/** The folder of the build that is served. */
export function findLive() {
  return live;
}

/** One build runs at a time; what is asked for during a build causes another one. A failed build is tried again. */
export function build() {
  isWanted = true;
  running ??= run().finally(() => {
    running = undefined;
    return isWanted ? build() : undefined;
  });
  return running;
}

async function run() {
  while (isWanted) {
    isWanted = false;
    // A framework may leave the pages of posts that are public no more.
    await rm(BUILT, { recursive: true, force: true });
    const [code] = await once(spawn('npm', ['run', 'build'], { stdio: 'inherit', shell: true }), 'exit');
    if (code === 0) await goLive();
    else {
      console.error(`The build failed; the next attempt is in ${RETRY_MS / 1000} s.`);
      isWanted = true;
      await setTimeout(RETRY_MS);
    }
  }
}

/** The build before stays until the next one: a request may have begun with it. */
async function goLive() {
  const next = join(SERVED, String(Date.now()));
  if (live === '') await rm(SERVED, { recursive: true, force: true });
  await cp(BUILT, next, { recursive: true });
  if (outdated !== '') await rm(outdated, { recursive: true });
  outdated = live;
  live = next;
}
