import { createClient, type Input, type Client } from '../../client/source/index.ts';
import { authors } from './authors.ts';
import { CREDIT, pictures, readPicture } from './pictures.ts';
import { DemoRecords, requireId } from './records.ts';
import { sections, tags } from './sections.ts';
import { business } from './stories/business.ts';
import { culture } from './stories/culture.ts';
import { food } from './stories/food.ts';
import { news } from './stories/news.ts';
import { schools } from './stories/schools.ts';
import { sport } from './stories/sport.ts';
import { townHall } from './stories/town-hall.ts';
import { drafts, scheduled } from './stories/unpublished.ts';
import type { Story } from './story.ts';

/** Stored in `extras` of the first section until the load is complete. */
const LOADING = { demo: 'loading' };
const LOADED = { demo: 'loaded' };

/** True for a site without sections and posts, and for an interrupted load of the demo. */
async function mayLoad({ sections, posts, drafts }: Client): Promise<boolean> {
  const there = await sections.list();
  if (there.length > 0) return there.some(({ extras }) => extras?.demo === LOADING.demo);
  const query = { limit: 1, include_fields: ['id'] };
  const found = [...(await posts.list({ query })), ...(await drafts.list({ query }))];
  return found.length === 0;
}

const HOUR_S = 3600;
const PUBLIC = 2;

/** Ids by url or name. */
type Ids = ReadonlyMap<string, number>;

/**
 * Loads the demo newsroom through the public API, with an administrator's key. It fills an empty site only and completes an
 * interrupted load. It changes no other site, not even a loaded demo, which may have been edited.
 */
export async function loadDemo(target: { url: string; key: string }): Promise<void> {
  const client = createClient(target);
  if (!(await mayLoad(client))) return;
  const records = new DemoRecords(client);
  const [first = 0] = (await loadSections(records)).values();
  for (const tag of tags) await records.tag({ ...tag, status: PUBLIC });
  const authorIds = await loadAuthors(records);
  const extras = await loadExtras(records);
  await loadStories(records, authorIds, extras);
  await client.sections.edit({ path: { id: first }, body: { extras: LOADED } });
}

async function loadSections(records: DemoRecords): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { parent, ...section } of sections) {
    const extras = ids.size === 0 ? LOADING : {};
    const parent_id = parent === undefined ? 0 : ids.get(parent);
    ids.set(section.url, await records.section({ ...section, parent_id, extras, status: PUBLIC }));
  }
  return ids;
}

async function loadAuthors(records: DemoRecords): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const author of authors) ids.set(author.name, await records.author(author));
  return ids;
}

/** Returns the fields of a story other than its text, by the story's slug. */
type Extras = (story: Story) => Promise<object>;

/** Loads pictures and badges. Pictures are uploaded one at a time: thumbnails are made while the rest is loaded. */
async function loadExtras(records: DemoRecords): Promise<Extras> {
  const images = new Map<string, number>();
  for (const [name, texts] of pictures) {
    images.set(name, await records.image({ name, credit: CREDIT, ...texts }, () => readPicture(name)));
  }
  const badgeIds = new Map<string, number[]>();
  for (const { stories, picture, ...badge } of badges) {
    const id = await records.badge({ ...badge, image_id: requireId(images.get(picture)) });
    for (const slug of stories) badgeIds.set(slug, [...(badgeIds.get(slug) ?? []), id]);
  }
  return async ({ slug, body }) => ({
    ...(await records.richFields(slug, body, images)),
    ...(images.has(slug) && {
      image_id: images.get(slug),
      photo_caption: pictures.get(slug)?.caption,
      photo_credit: CREDIT,
    }),
    badges: badgeIds.get(slug),
  });
}

async function loadStories(records: DemoRecords, authorIds: Ids, extras: Extras): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const input = async (story: Story) => ({ ...toInput(story, authorIds), ...(await extras(story)) });
  for (const story of published) {
    await records.post({ ...(await input(story)), created_ts: now - story.hoursAgo * HOUR_S });
  }
  for (const story of drafts) await records.draft(await input(story));
  for (const story of scheduled) await records.scheduled(await input(story), now + story.hoursAhead * HOUR_S);
}

function toInput({ headline, subheadline, slug, author, sections, tags, body }: Story, authorIds: Ids) {
  return {
    headline,
    subheadline,
    sections,
    tags,
    body: body.trim(),
    manual_basename: slug,
    provider_post_id: `demo:${slug}`,
    roar_author_ids: [requireId(authorIds.get(author))],
  };
}

/** What is published, oldest first: the order in which a newsroom would have made it. */
export const published = [townHall, schools, news, business, sport, culture, food]
  .flat()
  .sort((a, b) => b.hoursAgo - a.hoursAgo);

const SPONSORED = 1;

type DemoBadge = Omit<Input<'badges/create'>['body'], 'image_id'> & { picture: string; stories: string[] };

/** `picture` is a key of `pictures.ts`; `stories` are slugs. */
export const badges: DemoBadge[] = [
  {
    name: 'Readers’ choice',
    picture: 'badge-readers-choice',
    description: 'The stories that you sent on most often.',
    stories: ['otters-are-back-below-the-weir', 'rovers-win-derby-in-stoppage-time'],
  },
  {
    name: 'Supported by the Harbour Trust',
    picture: 'badge-harbour-trust',
    category: SPONSORED,
    description: 'The Wexcombe Harbour Trust pays for our reporting from the quay, and reads it when you do.',
    link: { url: 'https://harbour-trust.example/', title: 'Wexcombe Harbour Trust', target: '_blank' },
    stories: ['fish-market-to-auction-online', 'boatyard-order-brings-sixty-jobs'],
  },
];
