import { camel } from './names.ts';
import { everyEntry } from './pages.ts';
import type { Call } from './request.ts';
import { sender, type ClientOptions, type Send } from './send.ts';
import { table, type Row } from './table.ts';
import type { Client } from './types.ts';
import type { SendOptions } from './upload/direct.ts';
import type { FileInput } from './file.ts';
import { sendFile, upload, type SendFile, type UploadCall } from './upload/upload.ts';

/** The route that returns upload forms. The routes after it accept such an upload as `file`. */
const FORMS = 'uploads/create';
const OF_FILES: readonly string[] = ['images/create', 'documents/create'];

/**
 * Creates a client of the service: `createClient({ url, key }).posts.get({ path: { id } })`. The types of answers come from the
 * service's schemas; answers are not validated again.
 */
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): object {
  const send = sender(options);
  const sendLarge = largeFiles(send, options);
  const client: Record<string, Record<string, unknown>> = {};
  for (const row of table) {
    const [resource = '', action = ''] = row.name.split('/').map(camel);
    const methods = (client[resource] ??= {});
    const method = methodOf(send, row);
    methods[action] = method;
    if (row.name === FORMS) methods.send = sendLarge;
    if (OF_FILES.includes(row.name))
      methods.upload = (file: FileInput, call: UploadCall = {}) =>
        upload({ create: method, sendFile: sendLarge }, file, call);
  }
  return client;
}

function methodOf(send: Send, row: Row) {
  const method = async (call: Call = {}): Promise<unknown> => (await send(row, call)).body;
  return Object.assign(method, {
    answer: (call: Call = {}) => send(row, call),
    all: (call: Call = {}) => everyEntry(send, row, call),
  });
}

function largeFiles(send: Send, client: ClientOptions): SendFile {
  return async (file: FileInput, options: SendOptions = {}) => {
    const row = table.find(({ name }) => name === FORMS);
    if (!row) throw new TypeError('The service does not accept files of over 4 MB');
    return await sendFile({ send, row, client }, file, options);
  };
}
