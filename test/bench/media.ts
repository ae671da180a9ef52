import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { Measured } from './media/child.ts';
import { median } from '../support/values/median.ts';

const RUNS = 7;
const ROUNDS = 3;
/** The bounds: time relative to a hand-tuned pipeline, and megabytes at the peak. */
const MAX_TIMES = 1.3;
const MAX_MB = 512;
const TOGETHER = 20;

/**
 * Prints the time and peak memory of making all thumbnails of a picture of 24 megapixels, next to those of a hand-tuned pipeline; of
 * the largest accepted pictures; and of inspecting many pictures together.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-media-'));
  const at = (name: string) => join(folder, name);
  try {
    await child('make', 1, folder);
    await timeThumbnails(at('24.jpg'));
    await weighLargest(['100.jpg', '100-progressive.jpg', '100.webp', '100.png'].map(at));
    await weighTogether(['upload.jpg', 'upload-progressive.jpg'].map(at));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timeThumbnails(file: string): Promise<void> {
  heading('24 megapixels, all thumbnails');
  const ours: Measured[] = [];
  const tuned: Measured[] = [];
  // In turns, so that other work of the machine affects both equally.
  for (let round = 0; round < ROUNDS; round++) {
    tuned.push(await child('tuned', RUNS, file));
    ours.push(await child('ours', RUNS, file));
  }
  const mine = await line('this pipeline', file, ours);
  const times = mine / (await line('tuned by hand', file, tuned));
  console.log(`${times.toFixed(2)} times the time tuned by hand (bound: ${MAX_TIMES})`);
  if (times > MAX_TIMES) process.exitCode = 1;
}

async function weighLargest(files: readonly string[]): Promise<void> {
  heading('100 megapixels, all thumbnails');
  for (const file of files) await line(basename(file), file, [await child('ours', 1, file)]);
}

async function weighTogether(files: readonly string[]): Promise<void> {
  heading(`${TOGETHER} uploads inspected and cropped at once`);
  const all = Array.from({ length: TOGETHER }, (_, index) => files[index % files.length] ?? '');
  await line('together', all[0] ?? '', [await child('look', 1, ...all)]);
}

const COLUMNS = ['file MB', 'median ms', 'least ms', 'CPU ms', 'start MB', 'peak MB'];

function heading(title: string): void {
  console.log(`\n${title.padEnd(44)}${COLUMNS.map(name => name.padStart(11)).join('')}`);
}

/** Prints the measurements of several processes with the same task. @returns their median time */
async function line(name: string, file: string, all: readonly Measured[]): Promise<number> {
  const ms = all.flatMap(one => one.ms);
  const peakMb = Math.max(...all.map(one => one.peakMb));
  const { size } = await stat(file);
  const cpuMs = median(all.flatMap(one => one.cpuMs));
  const figures = [size / 1e6, median(ms), Math.min(...ms), cpuMs, all[0]?.startMb ?? 0, peakMb];
  console.log(name.padEnd(44) + figures.map(figure => figure.toFixed(0).padStart(11)).join(''));
  if (peakMb > MAX_MB) process.exitCode = 1;
  return median(ms);
}

/** Runs a process. This one stays small, because a child's peak memory is counted from its parent's size. */
async function child(task: string, runs: number, ...files: string[]): Promise<Measured> {
  const script = join(import.meta.dirname, 'media/child.ts');
  const { stdout } = await promisify(execFile)(execPath, [
    '--import',
    'tsx',
    script,
    task,
    String(runs),
    ...files,
  ]);
  return JSON.parse(stdout);
}
