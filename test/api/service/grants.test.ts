import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as outbox } from '../../../functions/events/outbox.ts';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { handler as publisher } from '../../../functions/events/publisher.ts';
import '../../../functions/events/thumbnails.ts';
import { handler as webhooks } from '../../../functions/events/webhooks.ts';
import { workers } from '../../../functions/events/workers.ts';
import { routeList, routes, type RouteName } from '../../../functions/routes/index.ts';
import { listActions, type Grant } from '../../../functions/runtime/route.ts';
import { serveOnce } from '../../../functions/runtime/serve-idempotent.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import type { Resources } from '../../../infra/stack/grants/statement.ts';
import { buildEndpointStatements, buildStatements } from '../../../infra/stack/policies.ts';
import { Authors } from '../../../shared/people/authors/record.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import type { HttpResult } from '../../../shared/platform/http/event.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { enterPage } from '../../../shared/platform/store/backfill.ts';
import { BACKFILLS } from '../../../shared/posts/publishing/jobs/backfills.ts';
import { sweepThumbnails } from '../../../shared/library/images/thumbnails/task.ts';
import { forgetKey } from '../../../shared/people/keys/read.ts';
import { hashKey } from '../../../shared/people/keys/record.ts';
import { cleanUp } from '../../../shared/posts/publishing/cleanup.ts';
import { purgeRemoved } from '../../../shared/posts/publishing/jobs/purge.ts';
import { applyDue } from '../../../shared/posts/publishing/staging/apply-due.ts';
import { publishDue } from '../../../shared/posts/publishing/jobs/publish-due.ts';
import { toMinute } from '../../../shared/platform/schedule/times.ts';
import { CANCELLATION, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { cleanUpFiles } from '../../../shared/library/uploads/cleanup.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { allows, listNeeds, secretArn, type Need } from '../../support/deployment/iam.ts';
import type * as IamEngine from '../../support/deployment/iam-engine.ts';
import { RUNS_ALL } from '../../support/run/rounds.ts';
import { REQUESTS } from '../../support/api/requests.ts';
import { largeBody, tour } from '../../support/api/tour.ts';
import { startWeb } from '../../support/web/web.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { as, recordCalls, type AwsCall } from '../../support/api/calls.ts';
import { heat } from '../../support/resources/hot-posts.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeEnrolled } from '../../support/resources/passkeys.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { signInAt, useProvider } from '../../support/resources/single-sign-on.ts';

/** The caller of what the worker of the local stack does. */
const LOCAL_WORKER = 'the local worker';
/** The caller of what the test does itself, which needs no grant. */
const TEST_CALLER = 'the test';
const DAY_S = 86_400;

/** A thumbnail task starts when this promise is resolved. */
const tasks = vi.hoisted(() => ({ begin: Promise.resolve() }));

// The local stack calls this handler on events of the bucket. The import above replaces it before the first event.
vi.mock('../../../functions/events/thumbnails.ts', async importOriginal => {
  const { handler } = await importOriginal<{ handler: (event: unknown) => Promise<void> }>();
  return {
    handler: async (event: unknown) => {
      await tasks.begin;
      await as('events/thumbnails', () => handler(event));
    },
  };
});

vi.mock('../../../functions/events/publisher.ts', async importOriginal => {
  const { handler } = await importOriginal<{ handler: (event: unknown) => Promise<unknown> }>();
  return { handler: (event: unknown) => as('events/publisher', () => handler(event)) };
});

vi.mock('../../../functions/events/webhooks.ts', async importOriginal => {
  const { handler } = await importOriginal<{ handler: (...args: unknown[]) => Promise<void> }>();
  return { handler: (...args: unknown[]) => as('events/webhooks', () => handler(...args)) };
});

const SITE = {
  // Whole posts in feeds: large ones are read from the bucket.
  feeds: { fullText: true },
  features: { partnerNews: true },
  partnerNews: {
    endpoint: 'https://127.0.0.1/unreachable',
    accessKey: 'k',
    secret: { secretName: 'partner-news' },
  },
};

const api = useApi(SITE, async name => {
  const route = routeList.find(row => row.name === name)!;
  const handler = (route.method === 'POST' ? serveOnce : serve)(route, (await route.load()).default);
  return async (event, context) => {
    event.headers['idempotency-key'] = randomUUID();
    // A function that has just started has no cache: each request does the whole key check.
    forgetKey({ id: 0, hash: hashKey(api.adminKey) });
    Authors.forget(api.stack.adminAuthorId);
    const answer = await as(name, () => handler(event, context));
    noteForm(name, answer);
    return answer;
  };
});

const calls = new Map<string, AwsCall[]>();
/** Uploads by form, which have the permissions of the function that signed the form. */
const signed: AwsCall[] = [];

function noteForm(by: string, { headers, body, isBase64Encoded }: HttpResult): void {
  if (isBase64Encoded || !headers['content-type']?.startsWith('application/json')) return;
  const { bucket, key } = JSON.parse(body).fields ?? {};
  if (key !== undefined)
    signed.push({ name: 'PutObjectCommand', by, trip: 0, input: { Bucket: bucket, Key: key } });
}

let resources: Resources;
/** Evaluates the synthesized policies, in the full run: the CDK takes seconds to load. */
let engine: typeof IamEngine;
/** Policies by the name of the deployed function. */
let policies: ReadonlyMap<string, object>;

beforeAll(async () => {
  const { TABLE_NAME, CONTENT_BUCKET, MEDIA_BUCKET, SCHEDULE_GROUP, SCHEDULE_ROLE_ARN, ...others } = {
    ...process.env,
  };
  resources = {
    table: { name: TABLE_NAME!, arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TABLE_NAME}` },
    content: { name: CONTENT_BUCKET!, arn: `arn:aws:s3:::${CONTENT_BUCKET}` },
    media: { name: MEDIA_BUCKET!, arn: `arn:aws:s3:::${MEDIA_BUCKET}`, url: 'https://media.example' },
    secretArns: [secretArn('partner-news')],
    signInSecretArns: [secretArn('sign-in')],
    schedules: {
      group: SCHEDULE_GROUP!,
      arn: `arn:aws:scheduler:us-east-1:000000000000:schedule/${SCHEDULE_GROUP}`,
      roleArn: SCHEDULE_ROLE_ARN!,
      failuresArn: others.SCHEDULE_FAILURES_ARN!,
      publisherArn: others.PUBLISHER_ARN!,
    },
    distributions: [],
    due: { arn: 'arn:aws:sqs:us-east-1:000000000000:due', url: others.DUE_QUEUE_URL! },
  };
  if (RUNS_ALL) {
    const { makeSettings } = await import('../../infra/stack/template/synthesized.ts');
    engine = await import('../../support/deployment/iam-engine.ts');
    const secrets = { secretNames: ['partner-news'], signInSecretName: 'sign-in' };
    policies = engine.deployedPolicies({ ...makeSettings('prod'), ...secrets }, resources);
  }
  const recorder = recordCalls();
  const web = await startWeb((_request, response) => response.end('<html><title>A page</title></html>'));
  exemptForLocalUse(new URL(web.origin).host);
  await tour(api, web.origin);
  await web.stop();
  await tourSafeForms();
  await tourWorkers();
  const made = [...recorder.take(), ...signed];
  const toured = new Set(made.map(({ by }) => by));
  for (const name of Object.keys(routes).filter(routeName => !toured.has(routeName)))
    await tourRoute(name as RouteName);
  await tourRecoveryCode();
  await tourSingleSignOn();
  await tourPlannedChanges();
  for (const call of [...made, ...recorder.take()]) {
    const by = call.by ?? LOCAL_WORKER;
    calls.set(by, [...(calls.get(by) ?? []), call]);
  }
});

/** Calls an endpoint that the tour leaves out, as its cost is measured. */
async function tourRoute(name: RouteName): Promise<void> {
  const [method, path, body, call] = await REQUESTS[name]!(api);
  await ok(api.send(method, path, { body, ...call }));
}

/** Signs in with a password where the author has a passkey, for which a recovery code is used up. */
async function tourRecoveryCode(): Promise<void> {
  const { account, call } = await makeEnrolled(api, { withPassword: true });
  const { codes } = await ok(api.post('/recovery_codes', {}, call));
  const { email, password } = account;
  await ok(api.post('/sessions', { email, password, recovery_code: codes[0] }, { key: null }));
}

/** Signs in by a provider a person who becomes an author, and then has another role. */
async function tourSingleSignOn(): Promise<void> {
  const values = { editors: 'Editor', writers: 'Guest Writer' };
  const provider = await useProvider(api, { createsAuthors: true, roles: { claim: 'group', values } });
  for (const group of Object.keys(values)) {
    provider.person = { email: 'new@example.org', email_verified: true, group };
    await ok(signInAt(api, provider));
  }
}

/** Lets publisher and sweep apply staged changes whose bodies are too large for the table. */
async function tourPlannedChanges(): Promise<void> {
  for (const name of ['events/publisher', 'events/sweep']) {
    const { id } = await makePost(api);
    const at = nowTs() + 150;
    await ok(api.put(`/editor/posts/${id}`, { stage: true, body: largeBody() }));
    await ok(api.put(`/editor/posts/${id}`, { apply_at: at }));
    expect(await as(name, () => applyDue(id, () => at))).toBe(0);
  }
}

/** Lets each function that answers safe HTML make and store the form of a text that no other one has stored. */
async function tourSafeForms(): Promise<void> {
  const query = { render_shortcodes: 1, safe: 1 };
  let texts = 0;
  const text = (): string => `<b onclick="x">${++texts}</b>`.repeat(200);
  const forgotten = async (post: any): Promise<any> => {
    const key = { pk: `SAFE#post#${post.id}`, sk: 'html' };
    await as(TEST_CALLER, () => new Transaction().delete(key).commit());
    return post;
  };
  const newPost = async () => await forgotten(await makePost(api, { body: text() }));
  const newDraft = async () => await forgotten(await makeDraft(api, { body: text() }));
  await ok(api.get(`/posts/${(await newPost()).id}`, { query }));
  await ok(api.get(`/drafts/${(await newDraft()).id}`, { query }));
  const path = new URL((await newPost()).post_url).pathname;
  await ok(api.get('/posts/permalink', { query: { ...query, path } }));
  const { token } = await ok(api.post(`/drafts/${(await newDraft()).id}/previews`, {}));
  await ok(api.get(`/previews/${token}`, { query }));
  await newPost();
  await ok(api.get('/feeds/rss.xml'));
  await ok(api.get('/sitemaps/2024-03.xml'));

  await tourSearchableForms();

  const { id: author_id } = await ok(api.post('/api/1.1/authors', { name: 'described' }));
  const names = { first_name: 'A', last_name: 'B' };
  const post = await makePost(api);
  await ok(api.post(`/posts/${post.id}/likes`, { author_id }));
  for (const place of [
    `/api/1.1/authors/${author_id}`,
    '/authors/search',
    '/api/1.2/authors/name?author_names=described',
    `/posts/${post.id}/likes`,
  ]) {
    await ok(api.put(`/api/1.1/authors/${author_id}`, { ...names, about_html: text() }));
    await ok(api.get(place, { query: { safe: 1 } }));
  }
  for (const kind of ['sections', 'tags']) {
    const { id } = await ok(api.post(`/${kind}`, { title: 'Described', url: 'described' }));
    for (const place of [`/${kind}/${id}`, `/${kind}`]) {
      await ok(api.put(`/${kind}/${id}`, { about_html: text() }));
      await ok(api.get(place, { query: { safe: 1 } }));
    }
  }
}

/** Lets each function that searches make and store the searchable form of a long body. */
async function tourSearchableForms(): Promise<void> {
  const { id } = await makePost(api, { body: `marzipan nougat ${largeBody()}` });
  for (const path of ['/posts/search', '/posts']) {
    const search = () => ok(api.get(path, { query: { phrase: '"marzipan nougat"' } }));
    await eventually(search, ({ length }) => length === 1);
    const key = { pk: `SAFE#search#${id}`, sk: 'body#0' };
    await as(TEST_CALLER, () => new Transaction().delete(key).commit());
    await search();
  }
}

/** Makes each worker do every kind of work. */
async function tourWorkers(): Promise<void> {
  const { id, at } = await makeScheduled();
  const removed = await makePost(api);
  await ok(api.delete(`/posts/${removed.id}`));
  const viewed = await makePost(api);
  await as('posts/record-page-views', async () => {
    await heat(viewed.id, nowTs());
    await countViews(viewed.id, 1);
  });
  const { timeoutS } = workers.sweep;
  for (const [name, worker] of Object.entries({ 'events/outbox': outbox, 'events/sweep': sweep })) {
    const { id: large } = await leaveJobs();
    await as(name, () => worker({}, createLambdaContext('tour', timeoutS)));
    await as(name, () => cleanUp({ id: large }, Date.now() + DAY_S * 1000));
  }
  await as('events/sweep', () => purgeRemoved(nowTs() + 91 * DAY_S));
  // The service has scanned the table when it started, and scans no second time.
  await as('events/sweep', () => enterPage(BACKFILLS, null));
  await publisher({ minute: toMinute(at) });
  await publisher({ Records: [{ messageId: 'm', body: JSON.stringify({ at: nowTs() + DAY_S }) }] });
  await as('events/publisher', () => publishDue(id, () => at));
  await tourThumbnails();
  await tourDeliveries();
}

/** Delivers a post whose body is too large for the table to the news partner. */
async function tourDeliveries(): Promise<void> {
  await makePost(api, { body: largeBody(), partnernews_article: true });
  // Enough time for one attempt, too little to wait for the next one.
  await webhooks({}, createLambdaContext('tour', 27));
  await eventually(
    () => ok(api.get('/webhooks/0/deliveries')),
    (all: any[]) => all.length > 0 && all.every(({ attempts }) => attempts.length > 0),
  );
}

/** Makes the workers handle an overdue thumbnail task and an unreferenced file. */
async function tourThumbnails(): Promise<void> {
  let begin = (): void => undefined;
  tasks.begin = new Promise(resolve => {
    begin = resolve;
  });
  const { id } = await makeImage(api, await quartered(320, 240));
  await as('events/sweep', () => sweepThumbnails(nowTs() + 150));
  begin();
  await settledImage(api, id);
  const prefix = `images/${id}/`;
  for (const name of ['events/outbox', 'events/sweep']) {
    await as(TEST_CALLER, () => putObject({ bucket: 'media', key: `${prefix}unnamed` }, Buffer.alloc(1)));
    await as(name, () => cleanUpFiles({ prefix, record: Images.key(id) }, Date.now() + DAY_S * 1000));
  }
}

/** A scheduled draft that is not yet due, and that the sweep does not wait for. */
async function makeScheduled(): Promise<{ id: number; at: number }> {
  const { id } = await makeDraft(api);
  const at = nowTs() + 150;
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
  return { id, at };
}

/** Leaves a post whose first body must be cleaned up, and a job that is due now. */
async function leaveJobs(): Promise<{ id: number }> {
  const { id } = await makePost(api, { body: largeBody() });
  await ok(api.put(`/posts/${id}`, { body: 'Short.' }));
  await new Transaction().put(toItem(outboxItem(CANCELLATION, { id, at: 0 }, 0))).commit();
  return { id };
}

function needs(name: string): Need[] {
  return (calls.get(name) ?? []).flatMap(call => listNeeds(call, resources));
}

function expectToSuffice(name: string, statements: ReturnType<typeof buildStatements>): void {
  const refused = needs(name).filter(need => !statements.some(statement => allows(statement, need)));
  expect(refused).toEqual([]);
}

function getPolicy(name: string): object {
  return policies.get(`broadsheet-prod-${name.replaceAll('/', '-')}`)!;
}

/** Each need once, with the names of the deployment: its schedule group, and the characters that AWS adds to a secret's name. */
function distinctNeeds(name: string): Need[] {
  const { arn, group } = resources.schedules;
  const secrets = ['partner-news', 'sign-in'].map(secretArn);
  const toDeployed = (text: string): string =>
    secrets.reduce(
      (before, secret) => before.replaceAll(secret, `${secret}-AbCdEf`),
      text.replaceAll(arn, arn.replace(group, 'broadsheet-prod')),
    );
  const distinct = new Set(needs(name).map(need => toDeployed(JSON.stringify(need))));
  return [...distinct].map(text => JSON.parse(text));
}

/** The refusals of the calls of a function under its deployed role. */
function refusals(name: string): string[] {
  return distinctNeeds(name).flatMap(need => engine.findRefusal(getPolicy(name), need) ?? []);
}

/** The grants of which no statement is needed by any call of these functions. One without a statement grants nothing: there is no edge here. */
function unusedGrants(names: readonly string[], grants: readonly Grant[]): Grant[] {
  return grants.filter(grant => {
    const statements = buildStatements([grant], resources);
    const isNeeded = names.flatMap(needs).some(need => statements.some(statement => allows(statement, need)));
    return statements.length > 0 && !isNeeded;
  });
}

describe.each(routeList)('the function of $name', ({ name, method, grants, audit }) => {
  it('is granted every AWS call that it makes', () => {
    expect(calls.get(name)).toBeDefined();
    expectToSuffice(name, buildEndpointStatements({ method, grants, audit }, resources));
  });

  it.runIf(RUNS_ALL)(
    'may make every call under its deployed role according to an evaluation of the synthesized policies',
    () => {
      expect(refusals(name)).toEqual([]);
    },
  );

  it('uses every grant of its role', () => {
    expect(unusedGrants([name], grants)).toEqual([]);
  });
});

describe.each(Object.entries(workers))('the function %s', (worker, { grants }) => {
  const name = `events/${worker}`;

  it('is granted every AWS call that it makes', () => {
    expect(calls.get(name)).toBeDefined();
    expectToSuffice(name, buildStatements(grants, resources));
  });

  it.runIf(RUNS_ALL)(
    'may make every call under its deployed role according to an evaluation of the synthesized policies',
    () => {
      expect(refusals(name)).toEqual([]);
    },
  );

  it('uses every grant of its role', () => {
    // The worker of the local stack may have done the work first.
    const names = worker === 'publisher' ? [name] : [name, LOCAL_WORKER];
    expect(unusedGrants(names, grants)).toEqual([]);
  });
});

it('the role of the sweep grants every call that the local worker makes in its place', () => {
  expectToSuffice(LOCAL_WORKER, buildStatements(workers.sweep.grants, resources));
});

/** Rows with an audited action, and the workers that publish and purge by themselves. */
const AUDITED = [
  ...routeList.filter(row => listActions(row).length > 0).map(({ name }) => name),
  'sweep',
  'publisher',
];
const WEBHOOK_MANAGERS = ['create', 'edit', 'delete', 'test', 'replay'].map(name => `webhooks/${name}`);

it('the role of a reading function grants no write but that of a key’s last use', () => {
  const writes = needs('drafts/list').filter(({ action }) => /Put|Update|Delete/.test(action));
  const forged: Need[] = [
    { ...writes[0]!, context: { ...writes[0]!.context, 'dynamodb:LeadingKeys': ['OUTBOX'] } },
    { ...writes[0]!, context: { ...writes[0]!.context, 'dynamodb:Attributes': ['pk', 'sk', 'data'] } },
  ];
  const statements = buildEndpointStatements(
    { method: 'GET', grants: ['table:read', 'content:read'] },
    resources,
  );

  expect(writes.map(({ action }) => action)).toEqual(['dynamodb:UpdateItem']);
  expect(forged.filter(need => statements.some(statement => allows(statement, need)))).toEqual([]);
});

it.runIf(RUNS_ALL)(
  'the role of a reading function refuses forged writes according to an evaluation of the synthesized policies',
  () => {
    const [write] = needs('drafts/list').filter(({ action }) => action === 'dynamodb:UpdateItem');
    const forge = (context: Need['context']): Need => ({
      ...write!,
      context: { ...write!.context, ...context },
    });
    const forged: Need[] = [
      forge({ 'dynamodb:LeadingKeys': ['OUTBOX'] }),
      forge({ 'dynamodb:Attributes': ['pk', 'sk', 'data'] }),
      { ...write!, action: 'dynamodb:DeleteItem', context: { 'dynamodb:LeadingKeys': ['POST#1'] } },
      { action: 's3:GetObject', resource: `${resources.media.arn}/images/1` },
    ];

    const answers = forged.map(need => engine.findRefusal(getPolicy('drafts/list'), need));

    expect(engine.findRefusal(getPolicy('drafts/list'), write!)).toBeUndefined();
    expect(answers).toEqual(forged.map(() => expect.stringMatching(/^ImplicitlyDenied: /)));
  },
);

it.each([
  ['webhooks', 'WEBHOOKS', WEBHOOK_MANAGERS],
  ['secrets of webhooks', 'WEBHOOK#1', [...WEBHOOK_MANAGERS, 'webhooks']],
  ['API keys', 'API_KEYS', ['api_keys/create', 'api_keys/delete']],
  ['look-ups of API keys', `API_KEY#${'0'.repeat(64)}`, ['api_keys/create', 'api_keys/delete']],
  [
    'authors and their roles',
    'AUTHOR#1',
    ['authors/create', 'authors/edit', 'sessions/single-sign-on', 'invitations/accept'],
  ],
  ['invitations', `INVITATION#${'0'.repeat(64)}`, ['invitations/create', 'invitations/accept']],
  [
    'sessions',
    'SESSIONS',
    ['sessions/create', 'sessions/passkey', 'sessions/single-sign-on', 'invitations/accept'],
  ],
  ['the audit trail', 'AUDIT#2026-01', AUDITED],
])('only the functions that manage %s may write them', (_case, partition, managers) => {
  const write: Need = {
    action: 'dynamodb:PutItem',
    resource: resources.table.arn,
    context: { 'dynamodb:LeadingKeys': [partition] },
  };
  const allowed = new Map([
    ...routeList.map(row => [row.name, buildEndpointStatements(row, resources)] as const),
    ...Object.entries(workers).map(
      ([name, { grants }]) => [name, buildStatements(grants, resources)] as const,
    ),
  ]);
  const writers = [...allowed].filter(([, statements]) =>
    statements.some(statement => allows(statement, write)),
  );

  expect(writers.map(([name]) => name)).toEqual(managers);
});
