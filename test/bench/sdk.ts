import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildChild } from './cpu/build.ts';
import { measureLeast, Subject } from './cpu/measure.ts';

/** The largest share of the plain SDK's processor time that calls may take. */
const MAX_RATIO = 0.65;
const CALLS = ['get', 'list'];
/** Calls until the compiler has optimized what they run. */
const WARM_UP = 4000;

/** Compares the processor time of calls to DynamoDB with the plain document client's, on a stubbed connection. Fails above the bound. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-sdk-'));
  const subjects: Subject[] = [];
  try {
    const child = await buildChild(folder, 'sdk/child.ts');
    for (const client of ['ours', 'plain'])
      subjects.push(await Subject.start(child, client, process.execPath));
    console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node.js ${process.versions.node}`);
    for (const name of CALLS) report(name, await measureLeast(subjects, name, WARM_UP));
  } finally {
    for (const subject of subjects) subject.stop();
    await rm(folder, { recursive: true });
  }
}

function report(name: string, [ours = NaN, plain = NaN]: readonly number[]): void {
  const isHeld = ours / plain <= MAX_RATIO;
  const times = [ours, plain].map(ms => `${Math.round(ms * 1000)} µs`);
  const ratio = (ours / plain).toFixed(2);
  console.log(
    `${name}: ${times.join(' against ')}, ratio ${ratio}, at most ${MAX_RATIO}: ${isHeld ? 'held' : 'MISSED'}`,
  );
  if (!isHeld) process.exitCode = 1;
}
