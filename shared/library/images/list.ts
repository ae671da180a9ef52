import * as v from 'valibot';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { pageFields, pathId, requiredQuery } from '../../platform/http/query.ts';
import { isBackfilled } from '../../platform/store/backfill.ts';
import { runQuery } from '../../platform/store/query/run.ts';
import { EVERYWHERE } from '../../platform/store/query/scan-range.ts';
import type { Consistency } from '../../platform/store/table.ts';
import { parseSearch, type SearchPart } from '../../platform/text/search-parts.ts';
import { toSequence } from '../../platform/text/terms.ts';
import type { Position } from '../../platform/values/position.ts';
import { Image, presentImage } from './present.ts';
import { LIST, listTexts } from './entries.ts';
import { Images, type ImageRecord } from './record.ts';

const { limit, cursor } = pageFields(30, 100);
const MAX_PHRASE_LENGTH = 500;
const uploader = v.union([v.literal('me'), pathId], 'must be the id of an author, or me');
export const ImageListQuery = v.object({
  limit,
  cursor,
  q: v.optional(requiredQuery(MAX_PHRASE_LENGTH)),
  uploader: v.optional(uploader),
});

/** An image in a list. */
export const ListedImage = v.object({
  ...Image.entries,
  created_by: v.number(),
  created_ts: v.number(),
});
type ListedImage = v.InferOutput<typeof ListedImage>;

interface ListRequest {
  caller: Caller;
  query: v.InferOutput<typeof ImageListQuery>;
  after: Position | undefined;
}

/** Each term is a timeline to read. Of a longer search the longest terms select candidates, whose texts then decide. */
const MAX_TERMS = 20;

/** One page of images, newest first: those of an uploader, and those whose texts have all words and phrases of `q`. */
export async function listImages({ caller, query, after }: ListRequest): Promise<Answer<ListedImage[]>> {
  const wanted = query.q === undefined ? [] : parseSearch(query.q);
  if (query.q !== undefined && wanted.length === 0) return { body: [] };
  const terms = [...new Set(wanted.flatMap(part => part.terms))].sort((a, b) => b.length - a.length);
  const isDecided = terms.length <= MAX_TERMS && wanted.every(({ isExact }) => isExact);
  const { uploader: by } = query;
  const lists = [
    ...(by === undefined ? [] : [LIST.by(by === 'me' ? caller.authorId : by)]),
    ...terms.slice(0, MAX_TERMS).map(LIST.term),
  ];
  const consistent = readsConsistently(caller);
  const [{ matches, next }, isComplete] = await Promise.all([
    runQuery({
      terms: (lists.length > 0 ? lists : [LIST.all]).map(list => [list]),
      without: [],
      range: EVERYWHERE,
      direction: 'newest',
      test: isDecided ? undefined : async found => await testTexts(pickIds(found), wanted, { consistent }),
      ...{ offset: 0, limit: query.limit, after, consistent },
    }),
    isBackfilled(),
  ]);
  const images = await Images.readMany(pickIds(matches), { consistent });
  // The entries of words may be a moment behind the texts.
  const body = images.filter(image => hasAll(image, wanted)).map(presentListed);
  return { body, next, isIncomplete: !isComplete };
}

function pickIds(matches: readonly { id: number }[]): number[] {
  return matches.map(({ id }) => id);
}

async function testTexts(
  ids: readonly number[],
  wanted: readonly SearchPart[],
  { consistent }: Consistency,
): Promise<boolean[]> {
  const images = new Map((await Images.readMany(ids, { consistent })).map(image => [image.id, image]));
  return ids.map(id => {
    const image = images.get(id);
    return image !== undefined && hasAll(image, wanted);
  });
}

function hasAll(image: ImageRecord, wanted: readonly SearchPart[]): boolean {
  if (wanted.length === 0) return true;
  const texts = listTexts(image).map(toSequence);
  return wanted.every(({ sequence }) => texts.some(text => text.includes(sequence)));
}

function presentListed(image: ImageRecord): ListedImage {
  const { created_by, created_ts } = image;
  return { ...presentImage(image), created_by, created_ts };
}
