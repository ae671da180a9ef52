import { describe, expect, it } from 'vitest';
import { deleteSection } from '../../../shared/taxonomy/sections/remove.ts';
import { useApi } from '../../support/api/api.ts';

const api = useApi();

let count = 0;
async function section(body: object): Promise<any> {
  return (await api.post('/sections', { title: 'S', url: `s${++count}`, ...body })).body;
}

async function post(body: object): Promise<any> {
  return (await api.post('/posts', { headline: 'P', ...body })).body;
}

async function draft(body: object): Promise<any> {
  return (await api.post('/drafts', { headline: 'D', ...body })).body;
}

async function membership(path: string): Promise<number[][]> {
  const { sections, auto_sections } = (await api.get(path)).body;
  return [sections, auto_sections];
}

async function listed(id: number): Promise<number[]> {
  return (await api.get('/posts/section', { query: { section_name: id, limit: 100 } })).body.map(
    (record: { id: number }) => record.id,
  );
}

describe('section with tags', () => {
  it('gets the existing posts, drafts and scheduled drafts with its tag when it is made or edited', async () => {
    const [published, drafted, scheduled] = [
      await post({ tags: ['Energy'] }),
      await draft({ tags: ['ENERGY '] }),
      await draft({ tags: ['energy', 'x'] }),
    ];
    const at = Math.floor(Date.now() / 1000) + 3600;
    await api.put(`/scheduled_posts/${scheduled.id}`, { scheduled_at: at });
    const made = await section({ tags: [' energy'] });
    const edited = await section({});
    await api.put(`/sections/${edited.id}`, { tags: ['eNergy'] });
    for (const path of [
      `/posts/${published.id}`,
      `/drafts/${drafted.id}`,
      `/scheduled_posts/${scheduled.id}`,
    ])
      expect(await membership(path)).toEqual([
        [made.id, edited.id],
        [made.id, edited.id],
      ]);
    expect(await listed(made.id)).toEqual([published.id]);
    expect(await listed(edited.id)).toEqual([published.id]);
  });

  it('loses the posts with a tag that it loses, except those placed there by an editor', async () => {
    const made = await section({ tags: ['let-go', 'other'] });
    const [automatic, explicit, both] = [
      await post({ tags: ['let-go'] }),
      await post({ tags: ['let-go'], sections: [made.id] }),
      await post({ tags: ['let-go', 'other'] }),
    ];
    await api.put(`/sections/${made.id}`, { tags: ['OTHER'] });
    expect(await membership(`/posts/${automatic.id}`)).toEqual([[], []]);
    expect(await membership(`/posts/${explicit.id}`)).toEqual([[made.id], []]);
    expect(await membership(`/posts/${both.id}`)).toEqual([[made.id], [made.id]]);
    expect(await listed(made.id)).toEqual([both.id, explicit.id]);
  });

  it('has a post automatically too that an editor had placed there', async () => {
    const made = await section({});
    const { id } = await post({ tags: ['twice'], sections: [made.id] });
    await api.put(`/sections/${made.id}`, { tags: ['twice'] });
    expect(await membership(`/posts/${id}`)).toEqual([[made.id], [made.id]]);
  });

  it('gets no post when it is a tag record', async () => {
    const { id } = await post({ tags: ['plain'] });
    await api.post('/tags', { title: 'Plain', url: 'plain', tags: ['plain'] });
    expect(await membership(`/posts/${id}`)).toEqual([[], []]);
  });
});

describe('PUT /posts/<id> with the sections that were read', () => {
  it('keeps explicit and automatic membership apart when an editor sends back a whole post', async () => {
    const [named, tagged] = [await section({}), await section({ tags: ['back'] })];
    const { id } = await post({ tags: ['back'], sections: [named.id] });
    const { body } = await api.get(`/posts/${id}`);
    expect((await api.put(`/posts/${id}`, body)).body).toEqual({
      ...body,
      updated_ts: expect.any(Number),
    });
    await api.put(`/sections/${tagged.id}`, { tags: [] });
    expect(await membership(`/posts/${id}`)).toEqual([[named.id], []]);
  });

  it('accepts a deleted section that the post still shows, and stores its destination', async () => {
    const [old, next] = [await section({ tags: ['held'] }), await section({})];
    const { id } = await post({ tags: ['held'], sections: [old.id], primary_section: old.id });
    await deleteSection(old.id, next.id, undefined);
    const reply = await api.put(`/posts/${id}`, { sections: [old.id], primary_section: old.id });
    expect(reply.body).toMatchObject({ sections: [next.id], auto_sections: [], primary_section: next.id });
    expect((await api.put(`/posts/${id}`, { sections: [old.id] })).status).toBe(400);
  });
});

describe('DELETE /sections/<id>', () => {
  it('removes the section from its posts', async () => {
    const [gone, stays] = [await section({ tags: ['bye'] }), await section({})];
    const { id } = await post({ tags: ['bye'], sections: [gone.id, stays.id], primary_section: gone.id });
    await api.delete(`/sections/${gone.id}`);
    expect((await api.get(`/posts/${id}`)).body).toMatchObject({
      sections: [stays.id],
      auto_sections: [],
      primary_section: null,
    });
    expect(await listed(gone.id)).toEqual([]);
  });

  it('moves explicit and automatic posts to the destination for good', async () => {
    const [gone, destination] = [await section({ tags: ['move'] }), await section({})];
    const explicit = await post({ sections: [gone.id], primary_section: gone.id });
    const automatic = await post({ tags: ['move'] });
    const drafted = await draft({ tags: ['move'] });
    const query = { destination_section_id: destination.id };
    expect((await api.delete(`/sections/${gone.id}`, { query })).body).toEqual({});
    for (const path of [`/posts/${explicit.id}`, `/posts/${automatic.id}`, `/drafts/${drafted.id}`])
      expect(await membership(path)).toEqual([[destination.id], []]);
    expect((await api.get(`/posts/${explicit.id}`)).body.primary_section).toBe(destination.id);
    expect(await listed(destination.id)).toEqual([automatic.id, explicit.id]);
    await api.put(`/sections/${destination.id}`, { tags: ['x'] });
    await api.put(`/sections/${destination.id}`, { tags: [] });
    expect(await membership(`/posts/${automatic.id}`)).toEqual([[destination.id], []]);
  });

  it('moves posts to the front page with the destination 0', async () => {
    const gone = await section({ tags: ['front'] });
    const { id } = await post({ tags: ['front'] });
    await api.delete(`/sections/${gone.id}`, { query: { destination_section_id: 0 } });
    expect(await membership(`/posts/${id}`)).toEqual([[0], []]);
    expect((await api.get('/posts/frontpage')).body.map((record: { id: number }) => record.id)).toContain(id);
  });

  it('moves removed posts to the last destination when they are restored', async () => {
    const [gone, between, last] = [await section({ tags: ['r'] }), await section({}), await section({})];
    const explicit = await post({ sections: [gone.id] });
    const automatic = await post({ tags: ['r'] });
    for (const { id } of [explicit, automatic]) await api.delete(`/posts/${id}`);
    await api.delete(`/sections/${gone.id}`, { query: { destination_section_id: between.id } });
    await api.delete(`/sections/${between.id}`, { query: { destination_section_id: last.id } });
    for (const { id } of [explicit, automatic]) {
      await api.put(`/posts/${id}`, { action: 'restore' });
      expect(await membership(`/posts/${id}`)).toEqual([[last.id], []]);
    }
  });

  it('does not move a post that gets the deleted section’s tag afterwards', async () => {
    const [gone, destination] = [await section({ tags: ['late'] }), await section({})];
    const { id } = await post({ tags: ['early'], sections: [0] });
    await api.delete(`/sections/${gone.id}`, { query: { destination_section_id: destination.id } });
    await api.put(`/posts/${id}`, { tags: ['late'] });
    expect(await membership(`/posts/${id}`)).toEqual([[0], []]);
  });
});
