import { Assets, fileClaim } from '../../library/dam/assets.ts';
import { maySee } from '../../library/dam/read.ts';
import { cleanAsset } from '../../library/dam/record.ts';
import { Images } from '../../library/images/record.ts';
import { photoTimeline } from '../../people/authors/record.ts';
import { decodeTimeMs } from '../../platform/core/ids.ts';
import { NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ownerIn, uniqueKey } from '../../platform/store/records/unique.ts';
import { getItems, keyText, queryItems } from '../../platform/store/table.ts';
import { idAt, makePosition, type Position } from '../../platform/values/position.ts';
import { readBadges } from '../../taxonomy/badges/record.ts';
import { readKind, sectionDirectory } from '../../taxonomy/sections/read.ts';
import { TAG } from '../../taxonomy/sections/record.ts';
import { PLACES, usesTimeline, type ImagePlace } from './index-images.ts';
import { presentAsset, presentBadge, presentSection, type ImageUse } from './row.ts';

export interface UsesRequest {
  image: number;
  caller: Caller;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
}

/** A use, at the position of the record that uses the image: its (created_ts, id). Posts and authors are still to be read. */
export type Found = { at: Position } & (
  | { kind: 'post'; id: number; places: Set<ImagePlace> }
  | { kind: 'author'; id: number }
  | { kind: 'row'; row: ImageUse }
);

/** Up to one more use per list than fits a page, after `after`, unsorted. @throws NotFound */
export async function findUses(request: UsesRequest): Promise<Found[]> {
  const { image, after } = request;
  const [asset, posts, authors, rows] = await Promise.all([
    findAssetUses(request),
    readPlaces(request, image),
    readEntries(request, photoTimeline(image)),
    findFewUses(request),
  ]);
  return [
    ...mergePlaces([...posts, ...asset.posts]),
    ...authors.map((at): Found => ({ at, kind: 'author', id: idAt(at) })),
    ...[...rows, ...asset.rows].filter(({ at }) => after === undefined || at < after),
  ];
}

async function readEntries({ limit, after, consistent }: UsesRequest, timeline: string): Promise<Position[]> {
  const range = { pk: `T#${timeline}`, descending: true, limit: limit + 1, consistent };
  const items = await queryItems({ ...range, ...(after !== undefined && { after }) });
  return items.map(({ sk }) => String(sk));
}

type PlacedPost = Extract<Found, { kind: 'post' }>;

/** The posts that name an image by its id, or its asset by the shortcode. */
async function readPlaces(request: UsesRequest, medium: number | string): Promise<PlacedPost[]> {
  const found = await Promise.all(
    PLACES.map(async place => {
      const entries = await readEntries(request, usesTimeline(medium, place));
      return entries.map((at): PlacedPost => ({ at, kind: 'post', id: idAt(at), places: new Set([place]) }));
    }),
  );
  return found.flat();
}

function mergePlaces(posts: readonly PlacedPost[]): PlacedPost[] {
  const merged = new Map<Position, PlacedPost>();
  for (const post of posts) {
    const known = merged.get(post.at);
    merged.set(post.at, { ...post, places: new Set([...(known?.places ?? []), ...post.places]) });
  }
  return [...merged.values()];
}

/** The asset of the image, and the posts whose texts name it; those of an asset in the trash show no image. @throws NotFound */
async function findAssetUses(request: UsesRequest): Promise<{ rows: Found[]; posts: PlacedPost[] }> {
  const { image, caller, consistent } = request;
  const claimKey = uniqueKey('asset', fileClaim(0, image));
  const items = await getItems([Images.key(image), claimKey], { consistent });
  if (!items.has(keyText(Images.key(image)))) throw new NotFound(`There is no image with the id ${image}`);
  const claim = items.get(keyText(claimKey));
  const asset = claim && (await Assets.find(ownerIn(claim), { consistent }))?.value;
  if (!asset) return { rows: [], posts: [] };
  const at = makePosition(Math.floor(asset.created_ts), asset.id);
  return {
    rows: maySee(caller, asset) ? [{ at, kind: 'row', row: presentAsset(cleanAsset(asset)) }] : [],
    posts: asset.in_trash ? [] : await readPlaces(request, asset.shortcode_id),
  };
}

/** Sections, tags and badges, each of which are few and read whole. */
async function findFewUses({ image, consistent }: UsesRequest): Promise<Found[]> {
  const [sections, tags, badges] = await Promise.all([
    sectionDirectory(),
    readKind(TAG, { consistent }),
    readBadges({ consistent }),
  ]);
  const headers = [
    { kind: 'section' as const, directory: sections },
    { kind: 'tag' as const, directory: tags },
  ].flatMap(({ kind, directory }) =>
    directory
      .sorted()
      .filter(({ value }) => value.header_image_id === image)
      .map(({ value }): Found => {
        const at = makePosition(value.created_ts, value.id);
        return { at, kind: 'row', row: presentSection(kind, value) };
      }),
  );
  const shown = badges.filter(({ image_id }) => image_id === image);
  return [
    ...headers,
    ...shown.map((badge): Found => {
      const at = makePosition(Math.floor(decodeTimeMs(badge.id) / 1000), badge.id);
      return { at, kind: 'row', row: presentBadge(badge) };
    }),
  ];
}
