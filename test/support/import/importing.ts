import { vi } from 'vitest';
import { importWordpress } from '../../../infra/cli/import-wordpress/import.ts';
import type { Summary } from '../../../infra/cli/import-wordpress/summary.ts';
import type { Api } from '../api/api.ts';

/** Imports an export into the service, as the command line does. */
export function importInto(
  api: Api,
  file: string,
  options: { media?: boolean; key?: string } = {},
): Promise<Summary> {
  return importWordpress({
    file,
    url: api.stack.url,
    key: api.adminKey,
    concurrency: 6,
    dryRun: false,
    media: true,
    report: () => undefined,
    ...options,
  });
}

/** True for a request that only checks the permissions of its key: its body, a JSON string, is always refused. */
function isCheck(init: RequestInit | undefined): boolean {
  return typeof init?.body === 'string' && init.body.startsWith('"');
}

/** The requests that an import sends, as "METHOD /path", without those that check its permissions. */
export async function recordRequests(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(globalThis, 'fetch');
  await work();
  const requests = spy.mock.calls
    .filter(([, init]) => !isCheck(init))
    .map(([url, init]) => `${init?.method ?? 'GET'} ${new URL(url as string).pathname}`);
  spy.mockRestore();
  return requests;
}

/** Answers the picked requests with 401, as when the key is revoked during a run. */
export async function refusing<T>(
  pick: (method: string, path: string) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const send = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const refused = !isCheck(init) && pick(init?.method ?? 'GET', new URL(url).pathname);
    return refused ? Promise.resolve(Response.json({}, { status: 401 })) : send(url, init);
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

/** Picks every request that comes after the creation of `count` posts and drafts, from the next creation on. */
export function postsAfter(count: number): (method: string, path: string) => boolean {
  let made = 0;
  return (method, path) => {
    if (method === 'POST' && /\/(posts|drafts)$/.test(path)) made += 1;
    return made > count;
  };
}
