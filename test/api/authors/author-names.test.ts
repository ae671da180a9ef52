import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
const AUTHORS = '/api/1.1/authors';

describe('the name of an author', () => {
  const createNamed = async (input: object): Promise<string> => (await api.post(AUTHORS, input)).body.name;

  it('stores a given name in lower case', async () => {
    expect(await createNamed({ name: 'J-R-Tolkien', first_name: 'John' })).toBe('j-r-tolkien');
  });

  it('accepts a single _ or - between words only', async () => {
    expect(await createNamed({ name: 'Easton_Green' })).toBe('easton_green');
    for (const name of ['_a', 'a_', 'a__b', 'a_-b']) {
      const reply = await api.post(AUTHORS, { name });
      const message = 'name: must be words of letters and digits joined by - or _';
      expectRefused(reply, 400, 'invalid_input', message);
    }
  });

  it('derives a missing name from the display name, or else from the email', async () => {
    expect(await createNamed({ first_name: 'Zoë', last_name: 'Ærø', email: 'z@example.com' })).toBe(
      'zoe-aero',
    );
    expect(await createNamed({ email: 'Grace.Hopper+news@example.com' })).toBe('grace-hopper-news');
    expect(await createNamed({ first_name: '🙂', email: 'smile@example.com' })).toBe('smile');
  });

  it('appends -2, -3 and so on when the derived name is taken', async () => {
    const person = { first_name: 'Jane', last_name: 'Doe' };
    expect([await createNamed(person), await createNamed(person), await createNamed(person)]).toEqual([
      'jane-doe',
      'jane-doe-2',
      'jane-doe-3',
    ]);
  });

  it('gives each of 30 simultaneous creates a distinct name', async () => {
    const names = await Promise.all(Array.from({ length: 30 }, () => createNamed({ first_name: 'Robin' })));
    const numbered = Array.from({ length: 29 }, (_, index) => `robin-${index + 2}`);
    expect(names.sort()).toEqual(['robin', ...numbered].sort());
  });

  it('accepts a derived name of any length when the author is sent back', async () => {
    const person = { first_name: 'a'.repeat(100), last_name: 'b'.repeat(100) };
    await createNamed(person);
    const { body } = await api.post(AUTHORS, person);
    expect(body.name).toMatch(/-2$/);
    expect((await api.put(`${AUTHORS}/${body.id}`, body)).body).toEqual(body);
  });
});
