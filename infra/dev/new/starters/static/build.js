// Builds the site, and shows the new build when it is whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Where the framework writes, and what is served. */
const BUILT = 'dist';
export const LIVE = '.live';
const RETRY_MS = 10_000;

let isWanted = false;
let running;

/** One build runs at a time; what is asked for during a build causes another one. A failed build is tried again. */
export function build() {
  isWanted = true;
  running ??= run().finally(() => (running = undefined));
  return running;
}

async function run() {
  while (isWanted) {
    isWanted = false;
    const [code] = await once(spawn('npm', ['run', 'build'], { stdio: 'inherit', shell: true }), 'exit');
    if (code === 0) await goLive();
    else {
      console.error(`The build failed; the next attempt is in ${RETRY_MS / 1000} s.`);
      isWanted = true;
      await setTimeout(RETRY_MS);
    }
  }
}

async function goLive() {
  await rm(`${LIVE}.next`, { recursive: true, force: true });
  await cp(BUILT, `${LIVE}.next`, { recursive: true });
  await rm(LIVE, { recursive: true, force: true });
  await rename(`${LIVE}.next`, LIVE);
}
