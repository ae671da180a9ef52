import { createClient, type ClientOptions } from '../../../../infra/client/source/index.ts';

/** A request as the client sent it. */
interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  text: string;
}

export type Reply = Response | Error;

export function reply(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers });
}

export function refusal(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  messages = ['No'],
): Response {
  return new Response(JSON.stringify({ status: { code, messages }, data: null }), { status, headers });
}

/** The error with which fetch fails in Node.js. */
export function broken(): Error {
  return new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
}

/** A client whose fetch answers with these replies in turn, the last one repeatedly, and the requests that it sent. */
export function makeClient(replies: (Reply | (() => Reply))[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const { method, headers } = request;
    sent.push({ method, url: new URL(url), headers, text: await request.text() });
    const next = (replies.length > 1 ? replies.shift() : replies[0]) ?? reply({});
    const given = typeof next === 'function' ? next() : next;
    if (given instanceof Error) throw given;
    return given.clone();
  };
  const client = createClient({ url: 'https://api.example/', key: 'the-key', fetch: answer, ...options });
  return { client, sent };
}
