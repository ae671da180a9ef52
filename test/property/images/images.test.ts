import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/platform/core/errors.ts';
import { parseSite } from '../../../shared/platform/site/site.ts';
import { computeAutomaticCrops } from '../../../shared/library/images/attention.ts';
import { manualCropFaults } from '../../../shared/library/images/crops.ts';
import { readHeader } from '../../../shared/library/images/headers/read.ts';
import { inspectImage } from '../../../shared/library/images/inspect.ts';
import { readIptc } from '../../../shared/library/images/iptc.ts';
import { planThumbnails } from '../../../shared/library/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../shared/library/images/thumbnails/render.ts';
import { detectImageKind } from '../../../shared/library/media/kinds.ts';
import { findPolyglot } from '../../../shared/library/media/polyglot.ts';
import { animation, drawn } from '../../support/files/pictures.ts';
import { rounds } from '../../support/run/rounds.ts';

const site = parseSite({});
const SIZE = { width: 50, height: 40 };
/** Fine detail, so that most of a file is pixels and not headers. */
function picture() {
  return drawn(SIZE, (x, y) => [(x * 73 + y * 151) % 256, (x * x * 7) % 256, (y * x * 11) % 256]);
}

const files = await Promise.all([
  picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  picture().jpeg({ progressive: true }).toBuffer(),
  picture().withIccProfile('p3').png().toBuffer(),
  picture().ensureAlpha(0.5).png({ progressive: true }).toBuffer(),
  picture().gif().toBuffer(),
  picture().webp().toBuffer(),
  picture().ensureAlpha(0.5).webp({ lossless: true }).toBuffer(),
  picture().avif({ effort: 0 }).toBuffer(),
  animation(SIZE, 4).gif().toBuffer(),
  animation(SIZE, 4).webp().toBuffer(),
]);

/** A position as a share of the file's length, often near the start, where the headers are. */
const place = fc
  .oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 1_000 }))
  .map(part => part / 10_000);
const harm = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: place }),
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      at: place,
      bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({
    kind: fc.constant('put' as const),
    at: place,
    bytes: fc.constantFrom(
      ...['ffffffff', '00000000', '7fffffff', '80000000', 'ffd9', 'ffda', 'ffc0'].map(hex =>
        Buffer.from(hex, 'hex'),
      ),
    ),
  }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('drop' as const), at: place, length: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }),
);
type Harm = typeof harm extends fc.Arbitrary<infer T> ? T : never;

function harmed(bytes: Buffer, done: Harm): Buffer {
  const at = Math.floor(done.at * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (done.kind) {
    case 'cut':
      return before;
    case 'put':
      return Buffer.concat([before, done.bytes, after.subarray(done.bytes.length)]);
    case 'insert':
      return Buffer.concat([before, done.bytes, after]);
    case 'drop':
      return Buffer.concat([before, after.subarray(done.length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, done.length), after]);
  }
}

function isListed(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 415 || error.status === 422);
}

/** Runs all steps of an upload. @returns how far it came */
async function worked(bytes: Buffer): Promise<'refused' | 'damaged' | 'done'> {
  let isInspected = false;
  try {
    const { hasAlpha, ...inspected } = await inspectImage(bytes, { filename: 'photo' });
    isInspected = true;
    const automatic_crops = await computeAutomaticCrops(bytes, inspected, site.imageRatios);
    expect(manualCropFaults('crops', automatic_crops, inspected, site.imageRatios)).toEqual([]);
    const image = {
      ...inspected,
      id: 1,
      has_alpha: hasAlpha,
      automatic_crops,
      manual_crops: {},
      original: 'o',
    };
    const planned = planThumbnails(image, site).filter(({ size }) =>
      ['35x35', '210x', '300x300'].includes(size),
    );
    await renderThumbnails(bytes, { ...inspected, hasAlpha }, planned, () => Promise.resolve());
    return 'done';
  } catch (error) {
    if (!isListed(error)) throw error;
    return isInspected ? 'damaged' : 'refused';
  }
}

describe('damaged picture', () => {
  it('gets thumbnails or a documented error', async () => {
    const ended = { refused: 0, damaged: 0, done: 0 };
    const harms = fc.oneof(
      { weight: 3, arbitrary: harm.map(one => [one]) },
      fc.array(harm, { minLength: 2, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), harms, async (file, all) => {
        ended[await worked(all.reduce(harmed, file))] += 1;
      }),
      { numRuns: rounds(75, 600) },
    );

    if (process.env.SHOW) console.log(ended);
    // Each outcome must occur, or the damage is too strong or too weak to test anything.
    expect(Math.min(...Object.values(ended))).toBeGreaterThan(rounds(0, 10));
  });

  it('gets thumbnails or a documented error when it is cut off at any place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), place, async (file, at) => {
        await worked(file.subarray(0, Math.floor(at * file.length)));
      }),
      { numRuns: rounds(20, 200) },
    );
  });
});

describe('file with random bytes after an image signature', () => {
  const signed = fc
    .tuple(
      fc.constantFrom(...files.map(file => file.subarray(0, 24))),
      fc.integer({ min: 3, max: 24 }),
      fc.uint8Array({ maxLength: 300 }),
    )
    .map(([start, length, rest]) => Buffer.concat([start.subarray(0, length), rest]));

  it('has a readable header or causes a documented error', () => {
    fc.assert(
      fc.property(signed, bytes => {
        const kind = detectImageKind(bytes);
        if (kind === undefined) return;
        try {
          readHeader(kind.format, bytes);
        } catch (error) {
          if (!isListed(error)) throw error;
        }
      }),
      { numRuns: rounds(250, 3_000) },
    );
  });

  it('causes no error in the search for polyglots and IPTC', () => {
    const dataset = fc.tuple(
      fc.constant(0x1c),
      fc.constantFrom(1, 2),
      fc.constantFrom(90, 80, 120, 25),
      fc.uint8Array({ maxLength: 12 }),
    );
    const record = fc
      .array(dataset, { maxLength: 6 })
      .map(all => Buffer.from(all.flatMap(([marker, one, two, rest]) => [marker, one, two, ...rest])));
    fc.assert(
      fc.property(fc.oneof(signed, record), bytes => {
        findPolyglot(bytes);
        expect(Object.values(readIptc(bytes)).every(text => text !== '' && text.isWellFormed())).toBe(true);
      }),
      { numRuns: rounds(250, 3_000) },
    );
  });
});
