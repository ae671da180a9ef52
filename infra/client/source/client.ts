import type { FileInput } from './file.ts';
import { toCamelCase } from './names.ts';
import { PageTrail } from './pages.ts';
import { unexpected } from './refusals.ts';
import type { Call } from './request.ts';
import { type Send, createSender, type ClientOptions } from './send.ts';
import { type Row, table } from './table.ts';
import type { Client } from './types.ts';
import type { SendOptions } from './upload/direct.ts';
import { sendFile, upload, type SendFile, type UploadCall } from './upload/upload.ts';

/** The route that returns upload forms. The routes after it accept such an upload as `file`. */
const FORM_ROUTE = 'uploads/create';
const FILE_ROUTES: readonly string[] = ['images/create', 'documents/create'];

/**
 * Creates a client of the service: `createClient({ url, key }).posts.get({ path: { id } })`. The types of answers come from the
 * service's schemas; answers are not validated again. @throws TypeError when `url` is no address
 */
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): object {
  const send = createSender(options);
  const sendLarge = refuseLargeFiles(send, options);
  const client: Record<string, Record<string, unknown>> = {};
  for (const row of table) {
    const [resource = '', action = ''] = row.name.split('/').map(toCamelCase);
    const methods = (client[resource] ??= {});
    const method = createMethod(send, row);
    methods[action] = method;
    if (row.name === FORM_ROUTE) methods.send = sendLarge;
    if (FILE_ROUTES.includes(row.name))
      methods.upload = (file: FileInput, call: UploadCall = {}) =>
        upload({ create: method, sendFile: sendLarge }, file, call);
  }
  return client;
}

function createMethod(send: Send, row: Row) {
  const method = async (call: Call = {}): Promise<unknown> => (await send(row, call)).body;
  return Object.assign(method, {
    answer: (call: Call = {}) => send(row, call),
    all: (call: Call = {}) => iterateEntries(send, row, call),
  });
}

function refuseLargeFiles(send: Send, client: ClientOptions): SendFile {
  return async (file: FileInput, options: SendOptions = {}) => {
    const row = table.find(({ name }) => name === FORM_ROUTE);
    if (!row) throw new TypeError('The service does not accept files of over 4 MB');
    return await sendFile({ send, row, client }, file, options);
  };
}

/** Yields every entry of a paged list. It requests the next page when the entries of the current one are used up. */
async function* iterateEntries(send: Send, row: Row, call: Call): AsyncGenerator {
  let { query } = call;
  const trail = new PageTrail();
  for (;;) {
    const { body, next } = await send(row, { ...call, query });
    const entries = listEntries(body);
    yield* entries;
    if (next === null) return;
    query = { ...query, ...trail.follow(entries, next) };
  }
}

/** A list is an array, or has its entries in `items`. */
function listEntries(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items))
    return body.items;
  throw unexpected('The answer is no list');
}
