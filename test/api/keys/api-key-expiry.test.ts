import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const api = useApi();

const DAY_S = 86_400;

afterEach(restoreClock);

describe('an API key with an expiry', () => {
  const create = async (caller: string | undefined, input: object, role = 'Administrator') =>
    api.post(
      '/api_keys',
      { author_id: (await api.makeKey(role)).authorId, ...input },
      caller ? { key: caller } : {},
    );

  it('refuses an expired key from its second on, also in a process that has cached it', async () => {
    stopClock();
    const expires_ts = nowTs() + 5;
    const { body } = await create(undefined, { expires_ts, note: 'For the fair\nof 2030' });
    expect(body).toMatchObject({ expires_ts, note: 'For the fair\nof 2030' });
    advanceClock(4);
    expect((await api.get('/posts', { key: body.key })).status).toBe(200);
    advanceClock(1);
    expectRefused(await api.get('/posts', { key: body.key }), 403, 'api_key_invalid', 'API key is not valid');
  });

  it('puts the time to live of an expiring key on all of its items', async () => {
    const expires_ts = nowTs() + 1000;
    const { body } = await create(undefined, { expires_ts });
    const hash = createHash('sha256').update(body.key).digest('hex');
    const items = (await allItems()).filter(item => JSON.stringify(item).includes(hash));
    expect(new Map(items.map(({ pk, expires }) => [pk, expires]))).toEqual(
      new Map([
        ['API_KEYS', expires_ts],
        [`API_KEY#${hash}`, expires_ts],
      ]),
    );
  });

  it('returns 400 for a time that has passed or is more than ten years away, and for a long note', async () => {
    const [past, far] = [nowTs(), nowTs() + 3660 * DAY_S];
    for (const [input, message] of [
      [{ expires_ts: past }, 'expires_ts: must be in the future'],
      [{ expires_ts: far }, 'expires_ts: must be at most 315360000 seconds from now'],
      [{ note: 'x'.repeat(1001) }, 'note: must have at most 1000 characters'],
    ] as const)
      expectRefused(await create(undefined, input), 400, 'invalid_input', message);
  });

  it('creates no key that outlasts it, and changes no sign-in', async () => {
    const expires_ts = nowTs() + 1000;
    const { key, author_id } = (await create(undefined, { expires_ts })).body;
    const message = `The key would outlast yours: send expires_ts of at most ${expires_ts}`;
    for (const input of [{}, { expires_ts: expires_ts + 1 }])
      expectRefused(await create(key, input), 403, 'forbidden', message);
    expect((await create(key, { expires_ts })).status).toBe(200);
    const refusal = 'A key that expires does not change how an author signs in';
    const password = { first_name: 'A', last_name: 'B', password: 'ten years for a bridge' };
    expectRefused(
      await api.put(`/api/1.1/authors/${author_id}`, password, { key }),
      403,
      'forbidden',
      refusal,
    );
    expectRefused(
      await api.post(`/authors/${author_id}/invitations`, {}, { key }),
      403,
      'forbidden',
      refusal,
    );
  });
});
