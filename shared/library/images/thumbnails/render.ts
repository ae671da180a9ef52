import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { detectImageKind } from '../../media/kinds.ts';
import type { Size } from '../crops.ts';
import { awaitDecoder } from '../decoding.ts';
import { damagedImage } from '../headers/header.ts';
import { readHeader } from '../headers/read.ts';
import { withMemory } from '../memory.ts';
import { encodeImage, decodeMaster, masterSize, extractPart, type Master } from './master.ts';
import type { Planned } from './plan.ts';

/** Known properties of the original. */
export interface RenderedSource extends Size {
  frames: number;
  hasAlpha: boolean;
}

type Emit = (planned: Planned, bytes: Buffer) => Promise<void>;

/** Equals the decoder's threads; each call holds its output and a few rows. */
const MAX_CONCURRENT = 4;

/**
 * Makes thumbnails from one decode of the original and passes each to `emit` when it is done, in no particular order.
 * @throws UnprocessableImage when the picture can't be decoded; what `emit` throws
 */
export async function renderThumbnails(
  original: Buffer,
  source: RenderedSource,
  planned: readonly Planned[],
  emit: Emit,
): Promise<void> {
  const kind = detectImageKind(original);
  if (kind === undefined) throw damagedImage('there is no picture in it');
  if (planned.length === 0) return;
  const { memory } = readHeader(kind.format, original);
  const size = masterSize(source, planned);
  const isAnimated = planned.some(({ animated }) => animated);
  const pixels = size.width * size.height * (isAnimated ? source.frames : 1);
  await withMemory(memory + pixels * (source.hasAlpha ? 4 : 3), async () => {
    const master = await decodeMaster(original, size, isAnimated);
    await mapWithConcurrency(groupByAppearance(planned), MAX_CONCURRENT, group =>
      renderGroup(master, source, group, emit),
    );
  });
}

/** Groups thumbnails that look the same, as all sizes above a small picture do; each group is rendered once. */
function groupByAppearance(planned: readonly Planned[]): Planned[][] {
  const groups = new Map<string, Planned[]>();
  for (const thumbnail of planned) {
    const { crop, width, height, format, animated } = thumbnail;
    const looks = JSON.stringify([crop, width, height, format, animated]);
    groups.set(looks, [...(groups.get(looks) ?? []), thumbnail]);
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
  const part = extractPart(master, source, first).resize({ width, height, fit: 'fill' });
  const bytes = await awaitDecoder(
    encodeImage(part, format, animated ? master.motion : undefined).toBuffer(),
  );
  for (const planned of group) await emit(planned, bytes);
}
