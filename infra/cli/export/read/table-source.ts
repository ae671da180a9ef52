import * as v from 'valibot';
import { Authors, AUTHORS_TIMELINE } from '../../../../shared/people/authors/record.ts';
import { readBadges } from '../../../../shared/taxonomy/badges/record.ts';
import { idAt, timestampAt } from '../../../../shared/platform/values/position.ts';
import { ASSET_PARTITIONS, Assets, TIMELINE as ASSETS } from '../../../../shared/library/dam/assets.ts';
import { Documents } from '../../../../shared/library/documents/record.ts';
import { followersTimeline } from '../../../../shared/taxonomy/follows/follow.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { likesTimeline } from '../../../../shared/posts/counters/likes/like.ts';
import { findOwners } from '../../../../shared/library/media/shortcode-owner.ts';
import { readOrder } from '../../../../shared/posts/order/read.ts';
import { EMPTY_CONTENT } from '../../../../shared/posts/record/content.ts';
import { TIMELINE as POSTS } from '../../../../shared/posts/record/timelines.ts';
import { readKind } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION, TAG } from '../../../../shared/taxonomy/sections/record.ts';
import { getItems, keyText } from '../../../../shared/platform/store/table.ts';
import { readPage } from '../../../../shared/platform/store/timeline.ts';
import { presentWebhook } from '../../../../shared/posts/webhooks/present.ts';
import { readWebhooks } from '../../../../shared/posts/webhooks/read.ts';
import { LINES, type Kind, type Line, type PostLine } from '../format/lines.ts';
import { readOtherRecords } from '../format/other-records.ts';
import { Losses } from './losses.ts';
import type { Fetch } from './media.ts';
import type { Medium, Shortcodes } from './mentions.ts';
import type { ReadPost } from './posts.ts';
import { readRevisions, type ReadRevisions } from './revisions.ts';
import type { MediaIds, Source } from './source.ts';
import { readStagedLines } from './staged.ts';
import { loadTableFile } from './table-file.ts';
import { readTablePosts } from './table-posts.ts';
import { readUnlisted, type Unlisted } from './unlisted.ts';

const PAGE_SIZE = 100;
/** Posts are read with their bodies. */
const POSTS_TOGETHER = 25;

/** A site's own table and buckets, which the environment names. */
export class TableSource implements Source {
  readonly losses = new Losses();
  #unlisted: Promise<Unlisted> | undefined;

  /** Drafts are read before and after the others, so that a post that changes its state during the export is not missed. */
  async *posts(): AsyncGenerator<ReadPost> {
    const seen = new Set<number>();
    for (const timelines of [[POSTS.draft], [POSTS.published, POSTS.removed], [POSTS.draft]])
      for await (const positions of pages(timelines, POSTS_TOGETHER)) {
        const ids = positions.map(idAt).filter(id => !seen.has(id));
        const staged = await readStagedLines(ids, this.losses);
        for (const { value, version, content, stats } of await readTablePosts(ids, this.losses)) {
          seen.add(value.id);
          const whole = { ...value, version, ...(content ?? EMPTY_CONTENT), page_views: stats.page_views };
          yield {
            line: toLine('posts', whole),
            likes: stats.likes,
            staged: staged.get(value.id)?.(value),
          };
        }
      }
  }

  likes = async (post_id: number): Promise<Line<'likes'>[]> =>
    (await relations(likesTimeline(post_id))).map(like => ({ post_id, ...like }));

  revisions = (post: PostLine): Promise<ReadRevisions> => readRevisions(post, this.losses);

  follows = async (section_id: number): Promise<Line<'follows'>[]> =>
    (await relations(followersTimeline(section_id))).map(({ author_id, created_ts }) => ({
      author_id,
      section_id,
      created_ts,
    }));

  async *assets(): AsyncGenerator<Line<'assets'>> {
    for await (const positions of pages(ASSET_PARTITIONS.map(ASSETS.all), PAGE_SIZE))
      for (const asset of await Assets.readMany(positions.map(idAt), { consistent: true }))
        yield toLine('assets', asset);
  }

  async *authors(): AsyncGenerator<Line<'authors'>> {
    for await (const positions of pages([AUTHORS_TIMELINE], PAGE_SIZE))
      for (const author of await Authors.readMany(positions.map(idAt), { consistent: true }))
        yield toLine('authors', author);
  }

  badges = async (): Promise<Line<'badges'>[]> =>
    (await readBadges({ consistent: true })).map(badge => toLine('badges', badge));

  sections = async (kind: 'sections' | 'tags'): Promise<Line<'sections'>[]> => {
    const directory = await readKind(kind === 'sections' ? SECTION : TAG, { consistent: true });
    return directory.sorted().map(({ value }) => toLine('sections', value));
  };

  order = async (section_id: number): Promise<Line<'orders'> | undefined> => {
    const { postIds } = await readOrder(section_id, { consistent: true });
    return postIds.length > 0 ? { section_id, post_ids: [...postIds] } : undefined;
  };

  /** With masks in place of the values of headers that may be secret, as the API shows them, and without the secret. */
  webhooks = async (): Promise<Line<'webhooks'>[]> =>
    (await readWebhooks()).map(({ value }) => toLine('webhooks', presentWebhook(value)));

  paths = async (): Promise<Line<'paths'>[]> => (await this.#readUnlisted()).paths;

  others = readOtherRecords;

  image = async (id: number, fetch: Fetch): Promise<Line<'images'> | undefined> => {
    const found = await Images.find(id, { consistent: true });
    if (!found) return undefined;
    const line = toLine('images', found.value);
    await fetch(line.original, loadTableFile(line.original, line.bytes));
    return line;
  };

  document = async (id: number, fetch: Fetch): Promise<Line<'documents'> | undefined> => {
    const found = await Documents.find(id, { consistent: true });
    if (!found) return undefined;
    const line = toLine('documents', found.value);
    await fetch(line.key, loadTableFile(line.key, line.bytes));
    return line;
  };

  async resolve(shortcodes: Shortcodes): Promise<Medium[]> {
    const owners = await findOwners([...shortcodes.keys()], { consistent: true });
    return [...owners].flatMap(([shortcodeId, { kind, id }]) =>
      kind === 'asset' ? [] : { shortcodeId, id, folder: kind === 'image' ? 'images' : 'documents' },
    );
  }

  async unreferred(referred: MediaIds<ReadonlySet<number>>): Promise<MediaIds<number[]>> {
    const { images, documents } = (await this.#readUnlisted()).media;
    return {
      images: images.filter(id => !referred.images.has(id)),
      documents: documents.filter(id => !referred.documents.has(id)),
    };
  }

  /** Scans the table once for all that only a scan finds. */
  #readUnlisted(): Promise<Unlisted> {
    this.#unlisted ??= readUnlisted();
    return this.#unlisted;
  }

  async passwords(authors: readonly number[]): Promise<number[]> {
    const found = await getItems(
      authors.map(id => Authors.otherKey(id, 'password')),
      { consistent: true },
    );
    return authors.filter(id => found.has(keyText(Authors.otherKey(id, 'password'))));
  }
}

/** The fields of a record that its line has. Others are computed again by the import. @throws ValiError */
function toLine<K extends Kind>(kind: K, record: object): Line<K>;
function toLine(kind: Kind, record: object): unknown {
  const names = new Set(Object.keys(LINES[kind].entries));
  const fields = Object.entries(record).filter(([name]) => names.has(name));
  return v.parse<(typeof LINES)[Kind]>(LINES[kind], Object.fromEntries(fields));
}

/** The positions of timelines in pages, newest first. */
async function* pages(timelines: readonly string[], limit: number): AsyncGenerator<string[]> {
  let after: string | undefined;
  do {
    const page = await readPage({ timelines, offset: 0, limit, after, consistent: true });
    yield page.positions;
    after = page.next;
  } while (after !== undefined);
}

async function relations(timeline: string): Promise<{ author_id: number; created_ts: number }[]> {
  const found: { author_id: number; created_ts: number }[] = [];
  for await (const positions of pages([timeline], PAGE_SIZE))
    found.push(...positions.map(at => ({ author_id: idAt(at), created_ts: timestampAt(at) })));
  return found;
}
