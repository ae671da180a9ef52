import { Images } from '../../library/images/record.ts';
import { describeImage, HEADER_SIZES, type ShownImage } from '../../library/images/shown.ts';

/** Records with the sizes of their header images, for pages, in answers with `safe=1`; without, the records as they are. */
export async function withHeaderImage<T extends { header_image_id?: number | null }>(
  records: readonly T[],
  { safe }: { safe: boolean },
): Promise<(T & { header_image?: ShownImage })[]> {
  if (!safe) return [...records];
  const images = await Images.known(records.flatMap(({ header_image_id }) => header_image_id ?? []));
  return records.map(record => {
    const image = images.get(record.header_image_id ?? NaN);
    return image ? { ...record, header_image: describeImage(image, HEADER_SIZES) } : record;
  });
}
