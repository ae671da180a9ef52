import { api } from '../service/api.ts';
import { rememberPicture, toThumbnail } from './known.ts';

/** Where pictures are searched: all that were uploaded, or the catalogue. */
export type Source = 'recent' | 'catalogue';

/** A picture as a search shows it. */
export interface Found {
  id: number;
  src: string;
  alt: string;
  label: string;
}

interface Page {
  found: Found[];
  cursor: string | undefined;
}

const PAGE = 36;
/** The catalogue finds words from this length on. */
const MIN_WORDS = 3;

/** Finds pictures by the words that they have, newest first. */
export async function findPictures(
  source: Source,
  words: string,
  { cursor, signal }: { cursor?: string | undefined; signal: AbortSignal },
): Promise<Page> {
  const from = cursor !== undefined && { cursor };
  if (source === 'recent') {
    const query = { limit: PAGE, ...(words !== '' && { q: words }), ...from };
    const { body, next } = await api.images.list.answer({ query, signal });
    body.forEach(rememberPicture);
    const found = body.map(picture => ({
      id: picture.id,
      src: toThumbnail(picture),
      alt: picture.alt,
      label: picture.caption || picture.alt || picture.filename,
    }));
    return { found, cursor: next?.cursor };
  }
  const query = {
    ...{ file_type: 'image' as const, count: PAGE, thumbnail_sizes: ['300x', 'origin'], ...from },
    ...(words.length >= MIN_WORDS && { search: words }),
  };
  const { body, next } = await api.dam.list.answer({ query, signal });
  return { found: body.items.map(toFound), cursor: next?.cursor };
}

type Asset = Awaited<ReturnType<typeof api.dam.list>>['items'][number];

function toFound({
  file_id: id,
  thumbnails = {},
  alt_text: alt,
  image_title: title,
  filename,
}: Asset): Found {
  const label = [title, alt, filename].find(text => text !== null && text !== '') ?? '';
  return { id, src: thumbnails['300x'] ?? thumbnails.origin ?? '', alt: alt ?? '', label };
}
