import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import '../../../functions/events/thumbnails.ts';
import { workers } from '../../../functions/events/workers.ts';
import { routeList, routes, type RouteName } from '../../../functions/routes/index.ts';
import { listActions, type Grant } from '../../../functions/runtime/route.ts';
import { serveOnce } from '../../../functions/runtime/serve-idempotent.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import type { Resources } from '../../../infra/stack/grants/statement.ts';
import { buildEndpointStatements, buildStatements } from '../../../infra/stack/policies.ts';
import { Authors } from '../../../shared/people/authors/record.ts';
import type { HttpResult } from '../../../shared/platform/http/event.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { forgetKey } from '../../../shared/people/keys/read.ts';
import { hashKey } from '../../../shared/people/keys/record.ts';
import { allows, listNeeds, secretArn, type Need } from '../../support/deployment/iam.ts';
import type * as IamEngine from '../../support/deployment/iam-engine.ts';
import { RUNS_ALL } from '../../support/run/rounds.ts';
import { tour } from '../../support/api/tour.ts';
import { startWeb } from '../../support/web/web.ts';
import { useApi } from '../../support/api/api.ts';
import { as, recordCalls, type AwsCall } from '../../support/api/calls.ts';
import {
  tourPlannedChanges,
  tourRecoveryCode,
  tourRoute,
  tourSafeForms,
  tourSingleSignOn,
} from '../../support/api/further-tours.ts';
import { tourWorkers } from '../../support/api/worker-tour.ts';

/** The caller of what the worker of the local stack does. */
const LOCAL_WORKER = 'the local worker';

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
  await tourSafeForms(api);
  await tourWorkers(api, tasks);
  const made = [...recorder.take(), ...signed];
  const toured = new Set(made.map(({ by }) => by));
  for (const name of Object.keys(routes).filter(routeName => !toured.has(routeName)))
    await tourRoute(api, name as RouteName);
  await tourRecoveryCode(api);
  await tourSingleSignOn(api);
  await tourPlannedChanges(api);
  for (const call of [...made, ...recorder.take()]) {
    const by = call.by ?? LOCAL_WORKER;
    calls.set(by, [...(calls.get(by) ?? []), call]);
  }
});

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
