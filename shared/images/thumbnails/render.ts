import { imageKindOf } from '../../media/kinds.ts';
import type { Size } from '../crops.ts';
import { decoded } from '../decoding.ts';
import { damaged } from '../headers/header.ts';
import { readHeader } from '../headers/read.ts';
import { withMemory } from '../memory.ts';
import { encoded } from './encode.ts';
import { decodeMaster, masterSize, partOf, type Master } from './master.ts';
import type { Planned } from './plan.ts';

/** What is known of the original. */
export interface RenderedSource extends Size {
  frames: number;
  hasAlpha: boolean;
}

type Emit = (planned: Planned, bytes: Buffer) => Promise<void>;

/** As many as the decoder's threads; each has its output and a few rows under way. */
const MAX_CONCURRENT = 4;

/**
 * Makes thumbnails from one decode of the original and hands each over as soon as it is there, in no order.
 * @throws UnprocessableImage when it doesn't decode; what `emit` throws
 */
export async function renderThumbnails(
  original: Buffer,
  source: RenderedSource,
  planned: readonly Planned[],
  emit: Emit,
): Promise<void> {
  const kind = imageKindOf(original);
  if (kind === undefined) throw damaged('there is no picture in it');
  if (planned.length === 0) return;
  const { memory } = readHeader(kind.format, original);
  const size = masterSize(source, planned);
  const isAnimated = planned.some(({ animated }) => animated);
  const pixels = size.width * size.height * (isAnimated ? source.frames : 1);
  await withMemory(memory + pixels * (source.hasAlpha ? 4 : 3), async () => {
    const master = await decodeMaster(original, size, isAnimated);
    await eachOf(sameLooking(planned), group => renderGroup(master, source, group, emit));
  });
}

/** Sizes that look the same, as all do that are larger than a small picture, are made once. */
function sameLooking(planned: readonly Planned[]): Planned[][] {
  const groups = new Map<string, Planned[]>();
  for (const one of planned) {
    const looks = JSON.stringify([one.crop, one.width, one.height, one.format, one.animated]);
    groups.set(looks, [...(groups.get(looks) ?? []), one]);
  }
  return [...groups.values()];
}

async function renderGroup(
  master: Master,
  source: Size,
  group: readonly Planned[],
  emit: Emit,
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { width, height, format, animated } = first;
  const part = partOf(master, source, first).resize({ width, height, fit: 'fill' });
  const bytes = await decoded(encoded(part, format, animated ? master.motion : undefined).toBuffer());
  for (const planned of group) await emit(planned, bytes);
}

/** Runs a few at once. After a failure no more are begun, and those under way are waited for: they still hold the master. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const runners = Array.from({ length: MAX_CONCURRENT }, async () => {
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  });
  for (const outcome of await Promise.allSettled(runners))
    if (outcome.status === 'rejected') throw outcome.reason;
}
