import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/run/rounds.ts';
import { eventually, useApi } from '../../support/api/api.ts';

const api = useApi();

let count = 0;
async function section(body: object): Promise<any> {
  return (await api.post('/sections', { title: 'S', url: `s${++count}`, ...body })).body;
}

async function listed(id: number): Promise<number[]> {
  return (await api.get('/posts/section', { query: { section_name: id, limit: 100 } })).body.map(
    (record: { id: number }) => record.id,
  );
}

describe('section change that affects more posts than one request processes', () => {
  const MANY = rounds(110, 200);
  const many = async (tag: string): Promise<void> => {
    for (let made = 0; made < MANY; made += 10)
      await Promise.all(Array.from({ length: 10 }, () => api.post('/posts', { headline: 'P', tags: [tag] })));
  };
  /** The number of a section's posts. */
  const size = async (id: number): Promise<number> => {
    const { body } = await api.get('/posts/section', {
      query: { section_name: id, limit: 100, offset: 100 },
    });
    return (await listed(id)).length + (body as unknown[]).length;
  };

  it('changes half of the posts before the request returns and the rest soon after', async () => {
    await many('soon');
    const made = await section({ tags: ['soon'] });
    expect(await size(made.id)).toBeGreaterThanOrEqual(100);
    await eventually(
      () => size(made.id),
      seen => seen === MANY,
    );
  });

  it('moves every post when the section is deleted before all posts were in it', async () => {
    await many('early-end');
    const destination = await section({});
    const made = await section({ tags: ['early-end'] });
    await api.delete(`/sections/${made.id}`, { query: { destination_section_id: destination.id } });
    await eventually(
      () => size(destination.id),
      seen => seen === MANY,
    );
    expect(await size(made.id)).toBe(0);
  });
});
