import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedFetch } from '../../../../shared/http/guarded/client.ts';
import { exemptForLocalUse } from '../../../../shared/http/guarded/target.ts';
import { startWeb } from '../../../support/web.ts';

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => join(folder, file));
}

describe('exemptForLocalUse()', () => {
  it('permits exactly the host and port that the local stack names', async () => {
    const web = await startWeb((_, response) => response.end('here'));
    const request = { maxBytes: 10, timeoutMs: 1000 };
    await expect(guardedFetch(web.origin, request)).rejects.toMatchObject({ code: 'url_not_allowed' });
    exemptForLocalUse(` ${new URL(web.origin).host} , `);
    expect((await guardedFetch(web.origin, request)).body.toString()).toBe('here');
    const other = web.origin.replace('127.0.0.1', 'localhost');
    await expect(guardedFetch(other, request)).rejects.toMatchObject({ code: 'url_not_allowed' });
    await web.stop();
  });

  it('is called by no deployed code, and depends on no environment variable', () => {
    const callers = [...sources('functions'), ...sources('shared')]
      .filter(file => !file.endsWith('guarded/target.ts'))
      .filter(file => readFileSync(file, 'utf8').includes('exemptForLocalUse'));
    expect(callers).toEqual([]);
    const guarded = sources('shared/http/guarded').map(file => readFileSync(file, 'utf8'));
    expect(guarded.filter(text => text.includes('process.env'))).toEqual([]);
  });
});
