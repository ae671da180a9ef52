import { routeList } from '../../../functions/routes/index.ts';
import { MADE, type Example, type RecordKind } from '../../sites/reference/example.ts';
import { examples } from '../../sites/reference/examples/index.ts';
import type { Row } from '../../sites/reference/operation.ts';
import {
  createRecords,
  formWith,
  makeCredential,
  signCredential,
  signInAtProvider,
  type Made,
} from './newsroom.ts';
import { Authenticator } from './authenticator.ts';
import { Plain } from './plain.ts';
import { Trial, type Reply, type Request } from './service.ts';

export interface Tried {
  row: Row;
  example: Example;
  /** The answer to the same request with an If-Match that no record has; undefined if it was not sent. */
  outdated: Reply | undefined;
  /** The answer to the request with an unknown parameter and, if it has a body, an unknown field. */
  reply: Reply;
  /** The answer to that request with strict handling. */
  refused: Reply;
  /** The answer with placeholders for ids and times. */
  plain: unknown;
}

const KINDS = Object.entries(MADE) as [RecordKind, number | string][];

/** The placeholder for the author of the key. */
const ADMIN = 100;

/** Reads come first. An example that changes or removes a record gets its own. */
export const ORDER = ['GET', 'POST', 'PUT', 'DELETE'];

/** Sends every example to a service of its own and returns the answers. */
export async function tryAll(): Promise<Tried[]> {
  const trial = await Trial.start();
  try {
    const newsroom = await createRecords(trial);
    const rows = ORDER.flatMap(method => routeList.filter(row => row.method === method));
    const tried: Tried[] = [];
    for (const row of rows) {
      const example: Example = examples[row.name as keyof typeof examples];
      tried.push(await tryOne(trial, newsroom, { row, example }));
    }
    return tried;
  } finally {
    await trial.stop();
  }
}

async function tryOne(
  trial: Trial,
  newsroom: Made,
  { row, example }: Pick<Tried, 'row' | 'example'>,
): Promise<Tried> {
  const changes = row.method === 'PUT' || row.method === 'DELETE';
  const made = changes ? await createRecords(trial, newsroom, listKindsIn(example.path)) : newsroom;
  const request = withUnknown(await signRequest(trial, example, await buildRequest(row, example, made)));
  const headers = { ...request.headers, 'if-match': '"987654-none"' };
  const strict = { ...request.headers, prefer: 'handling=strict' };
  const refused = await trial.send({ ...request, headers: strict });
  const outdated = changes ? await trial.send({ ...request, headers }) : undefined;
  const again = outdated && outdated.status !== 412 ? outdated : undefined;
  const reply = again ?? (await trial.send(request));
  const known = new Map(
    [...newsroom, ...made].flatMap(([kind, id]): [number, number][] => {
      const placeholder = MADE[kind];
      return typeof id === 'number' && typeof placeholder === 'number' ? [[id, placeholder]] : [];
    }),
  );
  const plain = new Plain(known.set(trial.adminAuthorId, ADMIN)).of(reply.body);
  return { row, example, outdated, reply, refused, plain };
}

/** An image has at most one asset, so these examples need their own image. */
export function listKindsIn(path: Example['path'] = {}): RecordKind[] {
  return KINDS.filter(([, id]) => Object.values(path).includes(id)).flatMap(([kind]) =>
    kind === 'asset' ? ['assetImage', kind] : [kind],
  );
}

export const UNKNOWN = 'unknown_field';

function withUnknown({ path, body, form, ...request }: Request): Request {
  form?.set(UNKNOWN, '1');
  const withField = (sent: unknown): unknown =>
    Array.isArray(sent) ? sent.map(withField) : Object.assign({}, sent, { [UNKNOWN]: 1 });
  return {
    ...request,
    path: `${path}${path.includes('?') ? '&' : '?'}${UNKNOWN}=1`,
    ...(body !== undefined && { body: withField(body) }),
    ...(form && { form }),
  };
}

/** Fills in what an authenticator makes for a challenge, or an identity provider for a state. */
async function signRequest(
  trial: Trial,
  { credential, bySession, byProvider }: Example,
  { body, ...request }: Request,
): Promise<Request> {
  if (byProvider) {
    const { cookie, body: returned } = await signInAtProvider(trial);
    return { ...request, headers: { ...request.headers, cookie }, body: returned };
  }
  if (credential === undefined)
    return { ...request, ...(body !== undefined && { body }), ...(bySession && { bySession }) };
  const made =
    credential === 'sign-in'
      ? await signCredential(trial)
      : await makeCredential(trial, new Authenticator(trial.origin));
  return { ...request, body: Object.assign({}, body, { credential: made }), ...(bySession && { bySession }) };
}

async function buildRequest({ method, path }: Row, example: Example, made: Made): Promise<Request> {
  const ids = new Map<unknown, number | string | undefined>(KINDS.map(([kind, id]) => [id, made.get(kind)]));
  const real = (value: unknown): unknown => {
    if (typeof value === 'number' || typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(real);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, real(member)]));
  };
  const { query = {}, headers, body, form } = example;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(real(example.path?.[name])));
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(real(value))]),
  );
  return {
    method,
    path: asked.size > 0 ? `${filled}?${asked.toString()}` : filled,
    ...(headers && { headers }),
    ...(body !== undefined && { body: real(body) }),
    ...(form && { form: await formWith(form) }),
  };
}
