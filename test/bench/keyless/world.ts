import { createAuthor } from '../../../shared/authors/write.ts';
import { createBadge } from '../../../shared/badges/write.ts';
import { mapWithConcurrency } from '../../../shared/core/concurrency.ts';
import { PERMISSIONS } from '../../../shared/core/permissions.ts';
import type { Caller } from '../../../shared/http/caller.ts';
import { storeKey } from '../../../shared/keys/write.ts';
import { like } from '../../../shared/likes/like.ts';
import { createPost } from '../../../shared/publishing/create.ts';
import { SECTION, TAG } from '../../../shared/sections/record.ts';
import { createSection } from '../../../shared/sections/write.ts';
import { countViews } from '../../../shared/views/count.ts';
import { drainOutbox } from '../../../functions/events/jobs.ts';
import { createPreview } from '../../../shared/posts/previews.ts';
import { plantImages } from '../../support/media-records.ts';

const EDITOR: Caller = {
  keyId: 1,
  authorId: 1,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};

const MONTH_POSTS = 3_000;
const PRIVATE_POSTS = 1_000;
const AUTHORS = 100;
const SECTIONS = 100;
const TAGS = 100;
const BADGES = 200;
const AT_ONCE = 20;

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
}

/** Stores the largest content that each kind of record may have, and an archive whose posts are all of the present month. */
export async function seedWorld(bodies: Readonly<Record<string, string>>): Promise<World> {
  const about_html = '<p>About <b>this</b>. </p>'.repeat(200);
  const section = await seedSections(about_html);
  const tag = await createAll(TAGS, async name => {
    const input = { title: name, url: name, about_html, status: 2 as const };
    return String((await createSection(TAG, input)).value.id);
  });
  const [image = 0] = await plantImages(1);
  const badge = await createAll(BADGES, async name => {
    const input = { name, image_id: image, description: 'x'.repeat(2000) };
    return String((await createBadge(input)).value.id);
  });
  const authors = await seedAuthors(about_html);
  await seedArchive(Number(authors[0]?.id));
  const large: Record<string, string> = {};
  const paths: Record<string, string> = {};
  for (const [about, body] of Object.entries(bodies)) {
    const { id, basename } = await makePost({ headline: about, body, tags: ['each', about] });
    large[about] = String(id);
    paths[about] = `/${basename}`;
  }
  for (const about of ['prose', 'random text'])
    for (let count = 0; count < 10; count++) await makePost({ body: bodies[about], tags: [`ten ${about}`] });
  for (const { id } of authors) await like(Number(large.prose), Number(id), EDITOR);
  for (const id of Object.values(large)) await countViews(Number(id), 1);
  const draft = await createPost({ headline: 'Draft', body: bodies.prose }, 'draft', EDITOR);
  const token = await sharePreview(draft.value.id, Number(authors[0]?.id));
  await index();
  return {
    large,
    paths,
    preview: token,
    author: authors[0]?.id ?? '',
    names: authors.map(({ name }) => name),
    section,
    tag,
    badge,
  };
}

async function createAll(count: number, create: (name: string) => Promise<string>): Promise<string> {
  let last = '';
  for (let number = 0; number < count; number++) last = await create(`name-${number}`);
  return last;
}

/** The last one is private. */
async function seedSections(about_html: string): Promise<string> {
  const create = (input: { title: string; url: string; status?: 1 | 2; tags?: string[] }) =>
    createSection(SECTION, { about_html, ...input });
  await create({ title: 'Odd', url: 'odd', status: 2 });
  await create({ title: 'Private', url: 'private', status: 1 });
  return await createAll(SECTIONS, async name => {
    const tags = Array.from({ length: 20 }, (_, number) => `${name} tag ${number}`);
    return String((await create({ title: name, url: name, status: 2, tags })).value.id);
  });
}

async function seedAuthors(about_html: string): Promise<{ id: string; name: string }[]> {
  const names = Array.from({ length: AUTHORS }, (_, number) => `author-${number}`);
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
  return (await createPreview(draft, 3600, creator)).token;
}

async function makePost(fields: object): Promise<{ id: number; basename: string }> {
  const input = { headline: 'Worst', action: undefined, ...fields };
  return (await createPost(input, 'published', EDITOR)).value;
}

/** Public posts of the present month, with all words of the searches, and private ones. */
async function seedArchive(author: number): Promise<void> {
  const numbers = Array.from({ length: MONTH_POSTS + PRIVATE_POSTS }, (_, number) => number);
  await mapWithConcurrency(numbers, AT_ONCE, async number => {
    const isPrivate = number >= MONTH_POSTS;
    const parity = number % 2 === 0 ? 'even' : 'odd';
    await makePost({
      body: `<p>alpha beta gamma delta ${'words of an article '.repeat(100)}</p>`,
      roar_author_ids: [author],
      tags: isPrivate ? ['private'] : ['month', parity],
      sections: isPrivate ? ['private'] : [0, ...(parity === 'odd' ? ['odd'] : [])],
    });
  });
}

/** Runs the jobs that workers run. */
async function index(): Promise<void> {
  while ((await drainOutbox(() => true)) > 0);
}
