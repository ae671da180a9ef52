import type { Transport } from './transport.ts';

/** The used part of a browser's XMLHttpRequest, which alone reports upload progress. */
interface Xhr {
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open: (method: string, url: string) => void;
  setRequestHeader: (name: string, value: string) => void;
  send: (body: Blob) => void;
  abort: () => void;
}

type XhrClass = new () => Xhr;

function isClass(value: unknown): value is XhrClass {
  return typeof value === 'function';
}

/** undefined where XMLHttpRequest does not exist: in Node.js and in service workers. */
export function sendByXhr(): Transport | undefined {
  const found: unknown = Reflect.get(globalThis, 'XMLHttpRequest');
  return isClass(found) ? (url, form, options) => send(new found(), url, form, options) : undefined;
}

function send(
  xhr: Xhr,
  ...[url, { content, type }, { onSent, signal }]: Parameters<Transport>
): ReturnType<Transport> {
  return new Promise((resolve, reject) => {
    const abort = (): void => xhr.abort();
    const fail = (): void => {
      signal?.removeEventListener('abort', abort);
      reject(new Error('the connection failed'));
    };
    if (onSent) xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
    xhr.onload = () => {
      signal?.removeEventListener('abort', abort);
      resolve({ status: xhr.status, text: xhr.responseText });
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    signal?.addEventListener('abort', abort);
    xhr.open('POST', url);
    xhr.setRequestHeader('content-type', type);
    xhr.send(content);
  });
}
