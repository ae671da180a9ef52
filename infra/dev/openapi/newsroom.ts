import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { RecordKind } from '../../sites/reference/example.ts';
import { Authenticator } from './authenticator.ts';
import { paint } from './paint.ts';
import { idIn, type Trial } from './service.ts';

/** The ids of the existing records by kind; of previews, the tokens. */
export type Made = ReadonlyMap<RecordKind, number | string>;

type Maker = (trial: Trial, made: Made, name: (name: string) => string) => Promise<number | string>;

const CSV = 'year,cost\n2025,1200\n2026,1350\n';
/** The reporter's password, with which the example signs in. */
const PASSWORD = 'nine years for a bridge';
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
const MAKERS: Readonly<Record<RecordKind, Maker>> = {
  author: (trial, _made, name) =>
    trial.make('/api/1.1/authors', {
      first_name: 'Robin',
      last_name: 'Quay',
      name: name('robin-quay'),
      email: `${name('reporter')}@example.com`,
      role: 'Editor',
      password: PASSWORD,
    }),
  reader: (trial, _made, name) =>
    trial.make('/api/1.1/authors', {
      first_name: 'Kim',
      name: name('kim'),
      email: `${name('kim')}@example.com`,
      role: 'Reader',
    }),
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
  session: trial => trial.make('/api/1.3/sessions', { email: 'reporter@example.com', password: PASSWORD }),
  passkey,
  previewId: (trial, made) =>
    trial.make(`/api/1.3/editor/posts/${made.get('draft')}/previews`, { expires_in: 1800 }),
  invitation: (trial, made) => readToken(trial, `/api/1.3/authors/${made.get('reader')}/invitations`, {}),
  preview: (trial, made) =>
    readToken(trial, `/api/1.3/drafts/${made.get('draft')}/previews`, { expires_in: 1800 }),
};

/** Signs in a person, whose session enrols the passkey. */
async function passkey(trial: Trial, _made: Made, name: (name: string) => string): Promise<number> {
  const body = { email: `${name('photographer')}@example.com`, password: PASSWORD };
  await trial.make('/api/1.1/authors', { first_name: 'Noor', last_name: 'Bay', role: 'Editor', ...body });
  const { headers } = await trial.send({ method: 'POST', path: '/api/1.3/sessions', body });
  const authenticator = new Authenticator(trial.origin);
  trial.person = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', authenticator };
  return idIn(
    await trial.done({
      ...{ method: 'POST', path: '/api/1.3/passkeys', bySession: true },
      body: { name: 'Phone', credential: await makeCredential(trial, authenticator) },
    }),
  );
}

const EnrolmentChallenge = v.object({ challenge: v.string(), user: v.object({ id: v.string() }) });
const SignInChallenge = v.object({ challenge: v.string() });

/** What a browser makes for the options of an enrolment. */
export async function makeCredential(trial: Trial, authenticator: Authenticator): Promise<object> {
  const path = '/api/1.3/passkeys/options';
  const options = await trial.done({ method: 'POST', path, body: {}, bySession: true });
  return authenticator.enrol(v.parse(EnrolmentChallenge, options));
}

/** What a browser makes for the options of a sign-in. */
export async function signCredential(trial: Trial): Promise<object> {
  const path = '/api/1.3/sessions/passkey/options';
  const options = await trial.done({ method: 'POST', path, body: {} });
  return trial.person?.authenticator.signIn(v.parse(SignInChallenge, options)) ?? {};
}

const SignInAddress = v.object({ url: v.string() });

/** What the provider's page returns when the reporter has signed in there, and the cookie of the browser. */
export async function signInAtProvider(trial: Trial): Promise<{ body: object; cookie: string }> {
  trial.provider.person = { email: 'reporter@example.com', email_verified: true };
  const path = '/api/1.3/sessions/single_sign_on/options';
  const { headers, body } = await trial.send({ method: 'POST', path, body: {} });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { body: trial.provider.signIn(v.parse(SignInAddress, body).url), cookie };
}

async function readToken(trial: Trial, path: string, body: object): Promise<string> {
  const answer = await trial.done({ method: 'POST', path, body });
  return v.parse(v.object({ token: v.string() }), answer).token;
}

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
  kinds?: readonly RecordKind[],
): Promise<Made> {
  const suffix = kinds ? `-x${++others}` : '';
  const made = new Map(before);
  for (const kind of kinds ?? KINDS)
    made.set(kind, await MAKERS[kind](trial, made, name => `${name}${suffix}`));
  return made;
}

const KINDS = Object.keys(MAKERS).filter((name): name is RecordKind => name in MAKERS);
