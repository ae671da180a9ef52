import { readFile } from 'node:fs/promises';

export const CREDIT = 'Courier graphics';

interface Picture {
  alt: string;
  caption: string;
}

const drawings: readonly (readonly [name: string, alt: string, caption: string])[] = [
  [
    'storm-floods-harbour-road-for-second-time',
    'Boats behind a quay under dark clouds',
    'Harbour Road at 5.40 on Wednesday morning, as we remember it',
  ],
  [
    'fish-market-to-auction-online',
    'Fishing boats off the quay',
    'The fleet on its way to the old auction hall',
  ],
  [
    'folk-festival-announces-line-up',
    'Four musicians under coloured lamps',
    'The big stage on Castle Green last summer',
  ],
  [
    'otters-are-back-below-the-weir',
    'An otter swims in a river between trees',
    'An otter below the weir, a moment ago',
  ],
  [
    'council-backs-repair-of-bridge-street-bridge',
    'Gabled houses and a clock tower at dusk',
    'Bridge Street, seen from the west bank',
  ],
  [
    'rovers-win-derby-in-stoppage-time',
    'Players in front of a goal and a full stand',
    'The 94th minute at Quay Lane',
  ],
  ['review-the-net-loft', 'Three plates on a wooden table', 'Whatever came ashore this morning'],
  [
    'library-finds-lost-chapter-of-local-novel',
    'Three shelves of books',
    'The cookery shelves, where it was found',
  ],
  ['rail-line-to-close-for-nine-days', 'Rails lead into a low sun', 'The Nether Orrin cutting, looking east'],
  [
    'dark-skies-over-saltings-point-win-recognition',
    'A lighthouse under the stars',
    'Saltings Point with its lamp turned down',
  ],
  ['allotment-rents-frozen-for-a-third-year', 'Rows of a field below hills', 'Tallis Lane in a good year'],
  ['new-mayor-will-walk-to-work', 'Roofs of an old town', 'Her way to work'],
  ['lido-swimmers-break-the-ice-and-a-record', 'Sails on a bay', 'The bay beyond the lido'],
  ['recipe-leek-and-smoked-haddock-pie', 'Plates with vegetables', 'Leeks, haddock and patience'],
  ['badge-readers-choice', 'A lighthouse', 'Readers’ choice'],
  ['badge-harbour-trust', 'Sailing boats', 'Wexcombe Harbour Trust'],
];

/**
 * The illustrations of the demo newsroom, by the slug of their story or the name of their badge. There are few, because each takes
 * time at the start.
 */
export const pictures: ReadonlyMap<string, Picture> = new Map(
  drawings.map(([name, alt, caption]) => [name, { alt, caption }]),
);

/** A picture as WebP: scenes of flat colors, drawn for the demo. */
export async function readPicture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`pictures/${name}.webp`, import.meta.url)));
}
