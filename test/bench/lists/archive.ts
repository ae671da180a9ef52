import type { Content } from '../../../shared/posts/record/content.ts';
import type { PostRecord } from '../../../shared/posts/record/record.ts';
import { describeBody } from '../../../shared/posts/publishing/compose.ts';
import { toSlug } from '../../../shared/platform/text/slug.ts';
import { postRecord } from '../../support/records/post-record.ts';
import { randomFrom } from '../../support/values/random.ts';
import { nameTag, type Newsroom } from './newsroom.ts';
import { body, headline } from './texts.ts';
import { Zipf } from './words.ts';

export interface ArchivedPost {
  record: PostRecord;
  content: Content;
}

/** The newest post's date, and the seconds between posts: some 70 a day. */
const NEWEST_TS = Date.UTC(2026, 5, 30) / 1000;
const STEP_S = 1200;
const NEWEST_ID = 4 * 10 ** 15;
const IDS_APART = 4096;

const UNPUBLISHED_EACH = 5;
const UNPUBLISHED_STATES = ['draft', 'draft', 'removed', 'scheduled'] as const;

const TAGS = 2000;

const tagRanks = new Zipf(TAGS, { shift: 6 });
const sectionRanks = new Zipf(40, { shift: 3 });
const authorRanks = new Zipf(20, { shift: 3 });

/**
 * The posts of a newsroom, the newest first. A post depends only on its index, so that an archive grows into the past and the first
 * page of each list stays the same.
 */
export class Archive {
  readonly #newsroom: Newsroom;

  constructor(newsroom: Newsroom) {
    this.#newsroom = newsroom;
  }

  toId(index: number): number {
    return NEWEST_ID - index * IDS_APART;
  }

  post(index: number): ArchivedPost {
    const draw = randomFrom(index + 100);
    const subject = sectionRanks.draw(draw);
    const content = { body: body(subject, draw), listicle: {} };
    const title = headline(subject, draw);
    const created_ts = NEWEST_TS - index * STEP_S - Math.floor(draw() * STEP_S);
    const edited = draw() < 0.3 ? Math.floor(draw() ** 4 * 30 * 86_400) : 0;
    const record = postRecord({
      ...this.#filed(subject, draw),
      ...media(draw),
      ...describeBody(content.body),
      id: this.toId(index),
      status: 'published',
      headline: title,
      subheadline: headline(subject, draw),
      basename: `${toSlug(title)}-${index}`,
      created_ts,
      dated: true,
      updated_ts: created_ts + edited,
      inserted_ts: created_ts,
      first_published_ts: created_ts,
      last_published_ts: created_ts,
      content_version: 1,
    });
    return { record, content };
  }

  /** Of each fifth post there is another one that is not published, so that lists of any state have some of each. */
  unpublished(index: number): ArchivedPost | undefined {
    if (index % UNPUBLISHED_EACH !== 0) return undefined;
    const status = UNPUBLISHED_STATES[(index / UNPUBLISHED_EACH) % UNPUBLISHED_STATES.length] ?? 'draft';
    const { record, content } = this.post(index);
    const id = record.id + 1;
    const scheduled_at = status === 'scheduled' ? NEWEST_TS + index : null;
    return { record: { ...record, id, status, scheduled_at, basename: `${record.basename}-too` }, content };
  }

  /** Tags, authors, and explicit and automatic sections. */
  #filed(subject: number, draw: () => number): Partial<PostRecord> {
    const { sections, authors, sharingTag } = this.#newsroom;
    const several = (most: number, one: () => number) => [
      ...new Set(Array.from({ length: 1 + Math.floor(draw() * most) }, one)),
    ];
    const tags = several(8, () => tagRanks.draw(draw)).map(nameTag);
    const ranks = [subject, ...(draw() < 0.3 ? [sectionRanks.draw(draw)] : [])];
    const named = [...new Set(ranks)].map(rank => sections[rank] ?? 0);
    const byline = several(2, () => authorRanks.draw(draw)).map(rank => authors[rank] ?? 0);
    return {
      tags,
      primary_tag: tags[0] ?? '',
      explicit_sections: draw() < 0.2 ? [0, ...named] : named,
      auto_sections: sharingTag(tags),
      primary_section: named[0] ?? null,
      roar_author_ids: byline,
      created_by: byline[0] ?? 0,
    };
  }
}

function media(draw: () => number): Partial<PostRecord> {
  const kind = draw();
  if (kind < 0.5) return { image_external: `https://media.example.org/${Math.floor(draw() * 1e9)}.jpg` };
  return kind < 0.56 ? { video: `https://www.youtube.com/watch?v=${Math.floor(draw() * 1e9)}` } : {};
}
