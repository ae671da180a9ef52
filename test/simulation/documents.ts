import fc from 'fast-check';
import type { Model } from '../property/history/checker.ts';
import type { Call } from '../property/history/recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../property/history/subject.ts';
import type { World } from '../property/history/world.ts';
import type { Api, Reply } from '../support/api/client.ts';
import { formType, makeForm, type Part } from '../support/web/form.ts';

const MAX_DOCUMENTS = 4;
const MAX_UPLOADS = 4;
/** Each file has a text that no other has, also as its name. */
const EXTENSION = '.json';
const JSON_TYPE = 'application/json';

/** `number` picks a known document, and a known upload. */
const intent = fc.record({
  do: fc.constantFrom('upload', 'create', 'replace', 'claim', 'replace by upload', 'read'),
  number: fc.nat(11),
});
type Intent = typeof intent extends fc.Arbitrary<infer I> ? I : never;

type Action =
  | { do: 'upload'; upload: string }
  | { do: 'read'; document: string }
  /** `upload`: the file was sent directly before, and is claimed. */
  | { do: 'create' | 'replace'; document: string; text: string; upload?: string };
type Change = Exclude<Action, { do: 'upload' | 'read' }>;

/** A document is the text that its name and its file have. An operation without a text reads it. */
const documentModel: Model<string | null, { text?: string }, string | null> = {
  initial: null,
  apply(state, { text }, answer) {
    const next = text ?? state;
    return answer === undefined || answer === next ? next : undefined;
  },
  isRead: ({ text }) => text === undefined,
};

/** An upload becomes part of one document. */
const uploadModel: Model<'open' | 'claimed', { document: string }, 'done' | 'refused'> = {
  initial: 'open',
  apply(state, _claim, answer) {
    if (answer === 'refused') return state === 'claimed' ? state : undefined;
    return answer === undefined || state === 'open' ? 'claimed' : undefined;
  },
  isRead: (_claim, answer) => answer === 'refused',
};

/**
 * Documents (`d0` …) from files that are sent to the service, or first directly to the bucket (`u0` …). Their files are read from the
 * bucket, in the end after an hour, when those that were replaced are removed.
 */
export const documents: Subject<Intent, Action> = {
  intent,
  setUp: () => Promise.resolve(),
  act,
  perform,
  learn(world, action, { status, body }) {
    if (status !== 200) return;
    if (action.do === 'upload') world.learn(action.upload, body.upload_id);
    if (action.do === 'create') world.learn(action.document, body.id);
  },
  survey: world => world.known('d').map(document => ({ do: 'read', document })),
  objects: (world, calls) => [
    ...world.known('d').map((document): ObjectHistory => ({
      name: `document ${document}`,
      model: documentModel,
      operations: calls.flatMap(call => operationOn(document, call) ?? []),
    })),
    ...world.known('u').map((upload): ObjectHistory => ({
      name: `upload ${upload}`,
      model: uploadModel,
      operations: calls.flatMap(call => claimOf(upload, call) ?? []),
    })),
  ],
};

function act(world: World, { do: does, number }: Intent, value: string): Action {
  const [known, uploads] = [world.known('d').length, world.known('u').length];
  const claims = does === 'claim' || does === 'replace by upload';
  if (does === 'upload' ? uploads < MAX_UPLOADS : claims && uploads === 0)
    return { do: 'upload', upload: world.newReference('u') };
  const upload = claims ? world.pick('u', number) : undefined;
  const file = upload === undefined ? { text: value } : { text: upload, upload };
  const creates = does === 'create' || does === 'claim';
  if (known === 0 || (creates && known < MAX_DOCUMENTS))
    return { do: 'create', document: world.newReference('d'), ...file };
  const document = world.pick('d', number);
  return does === 'read' || does === 'upload'
    ? { do: 'read', document }
    : { do: 'replace', document, ...file };
}

async function perform(api: Api, world: World, action: Action): Promise<Reply> {
  if (action.do === 'upload') return await upload(api, action.upload);
  if (action.do === 'read') return await read(api, world.id(action.document));
  const reply = await change(api, world, action);
  if (![200, 409, 503].includes(reply.status)) throw new Error(`${action.do}: ${JSON.stringify(reply.body)}`);
  return reply;
}

async function upload(api: Api, text: string): Promise<Reply> {
  const { filename, content } = toFile(text);
  const reply = await api.post('/uploads', { filename, content_type: JSON_TYPE, size: content.length });
  if (reply.status !== 200) return reply;
  const fields = Object.entries<string>(reply.body.fields).map(([name, value]) => ({ name, content: value }));
  const form = makeForm([...fields, toFile(text)]);
  const sent = await api.fetch(new URL(reply.body.url), {
    method: 'POST',
    headers: { 'content-type': formType() },
    body: form,
  });
  return sent.status === 204 ? reply : { ...reply, status: sent.status, body: await sent.text() };
}

/** Reads a document, and the file that it names. */
async function read(api: Api, id: number): Promise<Reply> {
  const reply = await api.get(`/documents/${id}`);
  if (reply.status !== 200) return reply;
  // The gateways serve the files as npm start does.
  const { pathname } = new URL(reply.body.file_original_url);
  const file = await api.fetch(new URL(pathname, api.stack.url), {});
  const text = await file.text();
  if (file.status === 200 && text !== toFile(toText(reply)).content)
    throw new Error(`The file of ${reply.body.original_filename} has the text ${text}`);
  return { ...reply, status: file.status === 200 ? 200 : Math.max(500, file.status) };
}

async function change(api: Api, world: World, action: Change): Promise<Reply> {
  const creates = action.do === 'create';
  const [method, path] = creates
    ? ['POST', '/documents']
    : ['PUT', `/documents/${world.id(action.document)}`];
  if (action.upload !== undefined)
    return await api.send(method, path, { body: { upload_id: world.id(action.upload) } });
  const raw = makeForm([toFile(action.text)]);
  return await api.send(method, path, { raw, headers: { 'content-type': formType() } });
}

function toFile(text: string): Part & { filename: string } {
  return { name: 'file', filename: text + EXTENSION, type: JSON_TYPE, content: JSON.stringify(text) };
}

function operationOn(document: string, call: Call<Action>) {
  const { action, reply } = call;
  if (action.do === 'upload' || action.document !== document) return undefined;
  if (action.do === 'read') return operation(call, {}, toText);
  // An upload that another has claimed is a conflict.
  return reply?.status === 409 ? undefined : operation(call, { text: action.text }, toText);
}

function claimOf(upload: string, call: Call<Action>) {
  const { action } = call;
  if (!('text' in action) || action.upload !== upload) return undefined;
  const { document } = action;
  return operation(call, { document }, ({ status }) => (status === 200 ? 'done' : 'refused'));
}

function toText({ body }: Reply): string {
  return body.original_filename.slice(0, -EXTENSION.length);
}
