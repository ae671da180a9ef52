import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';

const ADMIN_KEY = 'a'.repeat(64);
const WITH_RIGHTS = { Stringer: ['write_draft', 'publish_post'] };

/** Runs the service on a data folder under these settings, as `npm start` does: in modules of its own. */
async function withService<T>(
  dir: string,
  customRoles: object,
  work: (url: string) => Promise<T>,
): Promise<T> {
  vi.resetModules();
  const { startStack } = await import('../../../infra/local/stack.ts');
  const { handlersFromSources } = await import('../../../infra/aws-local/lambda/handlers.ts');
  // The sweep may not run before the service ends.
  const handlers = { ...handlersFromSources, sweep: () => Promise.resolve() };
  const stack = await startStack({ dir, adminKey: ADMIN_KEY, site: { customRoles }, handlers });
  try {
    return await work(stack.url);
  } finally {
    await stack.stop();
  }
}

/** @returns the token of a preview that a Stringer has made */
async function share(url: string): Promise<string> {
  const admin = createClient({ url, key: ADMIN_KEY });
  const name = { name: 'stringer', first_name: 'A', last_name: 'B', email: 'stringer@news.example' };
  const author = await admin.authors.create({ body: { ...name, role: 'Stringer' } });
  const { key } = await admin.apiKeys.create({ body: { author_id: author.id, label: 'stringer' } });
  const stringer = createClient({ url, key: key ?? '' });
  const draft = await stringer.drafts.create({ body: { headline: 'Shared' } });
  const { token } = await stringer.previews.create({ path: { id: draft.id }, body: {} });
  return String(token);
}

it.each([
  ['ends', { Stringer: ['upload'] }, 404],
  ['stays', WITH_RIGHTS, 200],
])(
  'a preview %s under settings that were in force for a moment, without a sweep or a reader',
  async (_, roles, status) => {
    const dir = mkdtempSync(join(tmpdir(), 'preview-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const token = await withService(dir, WITH_RIGHTS, share);
    await withService(dir, roles, () => Promise.resolve());
    const answered = await withService(
      dir,
      WITH_RIGHTS,
      async url => (await fetch(`${url}/api/1.3/previews/${token}`)).status,
    );
    expect(answered).toBe(status);
  },
);
