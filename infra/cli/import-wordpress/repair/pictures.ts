import type { Client } from '../../../client/source/index.ts';
import { apiDestination } from '../api/destination.ts';
import type { KnownPictures } from '../pictures/known.ts';
import { noProgress } from '../progress.ts';
import { importPictures } from '../steps/pictures.ts';
import { forEachConcurrently } from '../steps/run.ts';
import { emptySummary } from '../summary.ts';
import type { Outline } from '../wxr/outline.ts';

/** The pictures of galleries, as far as earlier runs have imported them. Imports none. */
export async function findPictures(
  client: Client,
  file: string,
  outline: Outline,
  concurrency: number,
): Promise<KnownPictures | undefined> {
  if (outline.galleryImages.size === 0) return undefined;
  const destination = apiDestination(client, outline.site);
  const earlier = await destination.earlierImages();
  const images = new Map(earlier.map(({ wordpressId, image }) => [wordpressId, image]));
  const run = {
    destination: {
      ...destination,
      image: ({ wordpressId }: { wordpressId: number }) => {
        const image = images.get(wordpressId);
        return image
          ? Promise.resolve({ outcome: 'existing' as const, image })
          : Promise.reject(new Error('it has not been imported'));
      },
    },
    summary: emptySummary(),
    progress: noProgress,
    forEach: <T>(values: AsyncIterable<T> | Iterable<T>, work: (value: T) => Promise<void>) =>
      forEachConcurrently(values, concurrency, work),
  };
  return await importPictures(run, file, outline);
}
