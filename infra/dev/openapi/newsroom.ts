import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { paint } from '../../local/demo/pictures.ts';
import type { Thing } from '../../sites/reference/example.ts';
import { idIn, type Trial } from './service.ts';

/** The ids of the existing records by kind; of previews, the tokens. */
export type Made = ReadonlyMap<Thing, number | string>;

type Maker = (trial: Trial, made: Made, name: (name: string) => string) => Promise<number | string>;

const CSV = 'year,cost\n2025,1200\n2026,1350\n';
const LATER = 1_893_484_800;

/** A form with a file: a generated image, or a table for other types. */
export async function formWith({ file, ...fields }: Readonly<Record<string, string>>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const isPicture = file?.endsWith('.jpg') === true;
  form.set(
    'file',
    isPicture ? new Blob([await paint(file)], { type: 'image/jpeg' }) : new Blob([CSV], { type: 'text/csv' }),
    file,
  );
  return form;
}

async function image(trial: Trial): Promise<number> {
  const form = await formWith({ file: 'bridge.jpg', alt: 'The old bridge' });
  const id = idIn(await trial.done({ method: 'POST', path: '/api/1.3/images', form }));
  await until(trial, `/api/1.3/images/${id}`, v.object({ thumbnails_status: v.literal('ready') }));
  return id;
}

/** Creates each record from the earlier ones. Names that must be unique go through `name`. */
const MAKERS: Readonly<Record<Thing, Maker>> = {
  author: (trial, _made, name) =>
    trial.make('/api/1.1/authors', {
      first_name: 'Robin',
      last_name: 'Quay',
      name: name('robin-quay'),
      email: `${name('reporter')}@example.com`,
      role: 'Editor',
    }),
  reader: (trial, _made, name) =>
    trial.make('/api/1.1/authors', { first_name: 'Kim', name: name('kim'), role: 'Reader' }),
  apiKey: (trial, made) =>
    trial.make('/api/1.3/api_keys', { author_id: made.get('author'), label: 'Laptop' }),
  section: (trial, _made, name) =>
    trial.make('/api/1.3/sections', {
      title: 'Harbour',
      url: name('harbour'),
      tags: [name('harbour')],
      status: 2,
    }),
  otherSection: (trial, _made, name) =>
    trial.make('/api/1.3/sections', { title: 'News', url: name('news'), status: 2 }),
  tag: (trial, _made, name) =>
    trial.make('/api/1.3/tags', { title: 'Harbour', url: name('about-the-harbour'), status: 2 }),
  image,
  badge: (trial, made) => trial.make('/api/1.3/badges', { name: 'Live', image_id: made.get('image') }),
  draft: (trial, made) =>
    trial.make('/api/1.3/drafts', {
      headline: 'A new ferry',
      body: '<p>It is blue.</p>',
      tags: ['ferry'],
      roar_author_ids: [made.get('author')],
    }),
  scheduled: async (trial, made) => {
    const id = await trial.make('/api/1.3/drafts', {
      headline: 'The year in pictures',
      roar_author_ids: [made.get('author')],
    });
    const body = { scheduled_at: LATER };
    return idIn(await trial.done({ method: 'PUT', path: `/api/1.3/scheduled_posts/${id}`, body }));
  },
  post,
  document: async trial => {
    const form = await formWith({ file: 'budget.csv' });
    return idIn(await trial.done({ method: 'POST', path: '/api/1.3/documents', form }));
  },
  assetImage: image,
  asset: (trial, made) =>
    trial.make('/api/1.3/dam/assets', {
      file_type: 0,
      file_id: made.get('assetImage'),
      image_title: 'The harbour at dawn',
      tags: ['harbour'],
    }),
  webhook: trial =>
    trial.make('/api/1.3/webhooks', { url: 'https://search.example/hook', actions: ['post_create'] }),
  delivery: async (trial, made) => {
    const path = `/api/1.3/webhooks/${made.get('webhook')}`;
    const id = idIn(await trial.done({ method: 'POST', path: `${path}/test`, body: {} }));
    const delivered = v.looseObject({ state: v.literal('delivered') });
    await until(trial, `${path}/deliveries`, v.tuple([delivered]));
    return id;
  },
  previewId: (trial, made) =>
    trial.make(`/api/1.3/editor/posts/${made.get('draft')}/previews`, { expires_in: 1800 }),
  preview: async (trial, made) => {
    const path = `/api/1.3/drafts/${made.get('draft')}/previews`;
    const answer = await trial.done({ method: 'POST', path, body: { expires_in: 1800 } });
    return v.parse(v.object({ token: v.string() }), answer).token;
  },
};

async function post(trial: Trial, made: Made): Promise<number> {
  const id = await trial.make('/api/1.3/posts', {
    headline: 'Council votes on the bridge',
    body: '<p>At last.</p>',
    tags: ['council', 'bridge', 'harbour'],
    sections: [0],
    roar_author_ids: [made.get('author')],
  });
  const path = `/api/1.3/posts/${id}`;
  await trial.done({ method: 'POST', path: `${path}/page_views`, body: { count: 7 } });
  await trial.done({ method: 'POST', path: `${path}/likes`, body: { author_id: made.get('reader') } });
  const follow = `/api/1.3/follows/${made.get('reader')}/section/${made.get('section')}`;
  await trial.done({ method: 'PUT', path: follow });
  return id;
}

async function until(trial: Trial, path: string, wanted: v.GenericSchema): Promise<void> {
  for (let left = 400; !v.is(wanted, await trial.done({ method: 'GET', path })); left--) {
    if (left === 0) throw new Error(`${path} did not reach the expected state`);
    await sleep(25);
  }
}

let others = 0;

/** Creates all records, or new ones of some kinds in addition to the existing ones. */
export async function createRecords(
  trial: Trial,
  before: Made = new Map(),
  things?: readonly Thing[],
): Promise<Made> {
  const suffix = things ? `-x${++others}` : '';
  const made = new Map(before);
  for (const thing of things ?? THINGS)
    made.set(thing, await MAKERS[thing](trial, made, name => `${name}${suffix}`));
  return made;
}

const THINGS = Object.keys(MAKERS).filter((name): name is Thing => name in MAKERS);
