import { expect, it } from 'vitest';
import { guardedFetch } from '../../../../../shared/platform/http/guarded/client.ts';
import { exemptForLocalUse } from '../../../../../shared/platform/http/guarded/target.ts';
import { startWeb } from '../../../../support/web/web.ts';

it('exemptForLocalUse() permits exactly the host and port that the local stack names', async () => {
  const web = await startWeb((_, response) => response.end('here'));
  const request = { maxBytes: 10, timeoutMs: 600_000 };
  await expect(guardedFetch(web.origin, request)).rejects.toMatchObject({ code: 'url_not_allowed' });
  exemptForLocalUse(` ${new URL(web.origin).host} , `);
  expect((await guardedFetch(web.origin, request)).body.toString()).toBe('here');
  const other = web.origin.replace('127.0.0.1', 'localhost');
  await expect(guardedFetch(other, request)).rejects.toMatchObject({ code: 'url_not_allowed' });
  exemptForLocalUse(new URL(other).host.toUpperCase());
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  expect((await guardedFetch(other, request, { resolve })).body.toString()).toBe('here');
  await web.stop();
});
