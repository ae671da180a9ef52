import { readFileSync } from 'node:fs';
import { argv, cpuUsage, resourceUsage, stdout } from 'node:process';
import { parseSite } from '../../../shared/platform/site/site.ts';
import { computeAutomaticCrops } from '../../../shared/library/images/attention.ts';
import { inspectImage } from '../../../shared/library/images/inspect.ts';
import { planThumbnails, type Planned } from '../../../shared/library/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../shared/library/images/thumbnails/render.ts';
import { makePictures } from './pictures.ts';
import { tuned } from './tuned.ts';

/** The measurement of one process: a time for each run, and its peak memory. */
export interface Measured {
  ms: number[];
  cpuMs: number[];
  startMb: number;
  peakMb: number;
  outputs: number;
}

// Each measurement has a process of its own, because memory is counted per process: `<task> <runs> <file>…`
const [task = '', runs = '1', ...files] = argv.slice(2);
const site = parseSite({});
const read = task === 'make' ? [] : files.map(file => readFileSync(file));
const [bytes = Buffer.alloc(0)] = read;
const startMb = resourceUsage().maxRSS / 1024;

/** Runs the steps of an upload before the picture is stored. */
async function looked(file: Buffer) {
  const { hasAlpha, ...inspected } = await inspectImage(file, {});
  const automatic_crops = await computeAutomaticCrops(file, inspected, site.imageRatios);
  return { ...inspected, has_alpha: hasAlpha, automatic_crops, id: 1, manual_crops: {}, original: 'o' };
}

async function planned() {
  const image = await looked(bytes);
  const source = { ...image, hasAlpha: image.has_alpha };
  return { source, plan: planThumbnails(image, site) };
}

const TASKS: Record<string, () => Promise<() => Promise<number>>> = {
  ours: async () => {
    const { source, plan } = await planned();
    return async () => {
      let count = 0;
      await renderThumbnails(bytes, source, plan, () => Promise.resolve(void (count += 1)));
      return count;
    };
  },
  tuned: async () => {
    const { source, plan } = await planned();
    const jpegs: Planned[] = plan.map(one => ({ ...one, format: 'jpeg' }));
    return async () => (await tuned(bytes, source, jpegs)).length;
  },
  make: () => Promise.resolve(async () => (await makePictures(files[0] ?? ''), 0)),
  look: () => Promise.resolve(async () => (await Promise.all(read.map(looked))).length),
};

const run = await TASKS[task]?.();
if (run === undefined) throw new Error(`There is no task ${task}`);
const measured: Measured = { ms: [], cpuMs: [], startMb, peakMb: 0, outputs: 0 };
for (let count = 0; count < Number(runs); count++) {
  const [start, cpu] = [performance.now(), cpuUsage()];
  measured.outputs = await run();
  const { user, system } = cpuUsage(cpu);
  measured.ms.push(performance.now() - start);
  measured.cpuMs.push((user + system) / 1000);
}
stdout.write(JSON.stringify({ ...measured, peakMb: resourceUsage().maxRSS / 1024 }));
