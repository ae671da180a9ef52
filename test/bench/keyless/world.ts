import { createAuthor } from '../../../shared/people/authors/write.ts';
import { createBadge } from '../../../shared/taxonomy/badges/write.ts';
import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';
import type { Caller } from '../../../shared/platform/http/caller.ts';
import { storeKey } from '../../../shared/people/keys/write.ts';
import { like } from '../../../shared/posts/counters/likes/like.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { writeNewsSitemap } from '../../../shared/feeds/news-sitemap.ts';
import { writeMonthSitemap } from '../../../shared/feeds/sitemap.ts';
import { toMonth } from '../../../shared/platform/values/dates.ts';
import { createPost } from '../../../shared/posts/publishing/create.ts';
import { editPost } from '../../../shared/posts/publishing/edit.ts';
import { SECTION, TAG } from '../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../shared/taxonomy/sections/write.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { drainOutbox } from '../../../functions/events/jobs.ts';
import { createPreview } from '../../../shared/posts/previews/previews.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { copyPost } from './copies.ts';

const EDITOR: Caller = {
  keyId: 1,
  authorId: 1,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};

/** How much there is of each kind. */
export interface Sizes {
  /** Public posts of the present month, and private ones, which are newer. */
  posts: number;
  privatePosts: number;
  authors: number;
  sections: number;
  tags: number;
  badges: number;
}

const CHANGE = { family: 'posts', input: {}, action: undefined, ifMatch: undefined } as const;
const AT_ONCE = 20;
/** Posts with large bodies of one kind, of which a list shows as many as fit. */
const LARGE_POSTS = 10;

/** What the requests name. */
export interface World {
  /** The ids of posts with large bodies, by what the bodies consist of, and their paths. */
  large: Readonly<Record<string, string>>;
  paths: Readonly<Record<string, string>>;
  preview: string;
  author: string;
  names: readonly string[];
  section: string;
  tag: string;
  badge: string;
  /** Changes a post of the present month. */
  changeMonth: () => Promise<unknown>;
}

/** Stores the largest content that each kind of record may have, and an archive whose posts are all of the present month. */
export async function seedWorld(bodies: Readonly<Record<string, string>>, sizes: Sizes): Promise<World> {
  const about_html = '<p>About <b>this</b>. </p>'.repeat(200);
  const section = await seedSections(about_html, sizes.sections);
  const tag = await createAll(sizes.tags, async name => {
    const input = { title: name, url: name, about_html, status: 2 as const };
    return String((await createSection(TAG, input)).value.id);
  });
  const [image = 0] = await plantImages(1);
  const badge = await createAll(sizes.badges, async name => {
    const input = { name, image_id: image, description: 'x'.repeat(2000) };
    return String((await createBadge(input)).value.id);
  });
  const authors = await seedAuthors(about_html, sizes.authors);
  await seedArchive(Number(authors[0]?.id), sizes);
  const large: Record<string, string> = {};
  const paths: Record<string, string> = {};
  for (const [about, body] of Object.entries(bodies)) {
    const { id, basename } = await makePost({ headline: about, body, tags: ['each', about] });
    large[about] = String(id);
    paths[about] = `/${basename}`;
  }
  for (const about of ['prose', 'random text']) {
    const { id } = await makePost({ body: bodies[about], tags: [`ten ${about}`] });
    await copyPost(id, LARGE_POSTS - 1);
  }
  for (const { id } of authors) await like(Number(large.prose), Number(id), EDITOR);
  for (const id of Object.values(large)) await countViews(Number(id), 1);
  const draft = await createPost({ headline: 'Draft', body: bodies.prose }, 'draft', EDITOR);
  const token = await sharePreview(draft.value.id, Number(authors[0]?.id));
  await index();
  // They are made once and stored.
  await writeMonthSitemap(toMonth(nowTs()));
  await writeNewsSitemap();
  return {
    large,
    paths,
    preview: token,
    author: authors[0]?.id ?? '',
    names: authors.map(({ name }) => name),
    section,
    tag,
    badge,
    changeMonth: () => editPost(Number(large.prose), CHANGE, EDITOR),
  };
}

async function createAll(count: number, create: (name: string) => Promise<string>): Promise<string> {
  let last = '';
  for (let number = 0; number < count; number++) last = await create(`name-${number}`);
  return last;
}

/** The last one is private. */
async function seedSections(about_html: string, count: number): Promise<string> {
  const create = (input: { title: string; url: string; status?: 1 | 2; tags?: string[] }) =>
    createSection(SECTION, { about_html, ...input });
  await create({ title: 'Odd', url: 'odd', status: 2 });
  await create({ title: 'Private', url: 'private', status: 1 });
  return await createAll(count, async name => {
    const tags = Array.from({ length: 20 }, (_, number) => `${name} tag ${number}`);
    return String((await create({ title: name, url: name, status: 2, tags })).value.id);
  });
}

async function seedAuthors(about_html: string, count: number): Promise<{ id: string; name: string }[]> {
  const names = Array.from({ length: count }, (_, number) => `author-${number}`);
  const create = async (name: string) => {
    const input = {
      name,
      email: `${name}@news.example`,
      first_name: 'A',
      last_name: name,
      about_html,
      role: 'Editor',
    };
    const { value } = await createAuthor(input, EDITOR);
    return { id: String(value.id), name };
  };
  return await mapWithConcurrency(names, AT_ONCE, create);
}

/** A preview ends with its creator and the key that created it, so both are stored. */
async function sharePreview(draft: number, author: number): Promise<string> {
  const { id } = await storeKey('k'.repeat(64), { author_id: author, label: 'bench', permissions: null });
  const creator = { ...EDITOR, authorId: author, keyId: id };
  return (await createPreview(draft, { lifeS: 3600 }, creator)).token;
}

async function makePost(fields: object): Promise<{ id: number; basename: string }> {
  const input = { headline: 'Worst', action: undefined, ...fields };
  return (await createPost(input, 'published', EDITOR)).value;
}

/** Public posts of the present month, with all words of the searches, and newer private ones, which every list of theirs must skip. */
async function seedArchive(author: number, { posts, privatePosts }: Sizes): Promise<void> {
  const fields = {
    body: `<p>alpha beta gamma delta ${'words of an article '.repeat(100)}</p>`,
    roar_author_ids: [author],
  };
  const odd = await makePost({ ...fields, tags: ['month', 'odd'], sections: [0, 'odd'] });
  const even = await makePost({ ...fields, tags: ['month', 'even'], sections: [0] });
  const hidden = await makePost({ ...fields, tags: ['private'], sections: ['private'] });
  await copyPost(odd.id, posts / 2 - 1);
  await copyPost(even.id, posts / 2 - 1);
  await copyPost(hidden.id, privatePosts - 1);
}

/** Runs the jobs that workers run. */
async function index(): Promise<void> {
  while ((await drainOutbox(() => true)) > 0);
}
