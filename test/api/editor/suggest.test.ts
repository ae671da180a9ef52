import { describe, expect, it } from 'vitest';
import { enterUses } from '../../../shared/posts/uses/jobs.ts';
import { MAX_COUNTED, noteTags, tagNameKey } from '../../../shared/posts/uses/tag-names.ts';
import { deleteItem, putItem } from '../../../shared/platform/store/put.ts';
import { OUTBOX_PARTITION } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { beforeFirst, withFaults } from '../../support/aws/faults.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { eventually, useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi({ drafts: 'own' }, undefined, withoutSweeps);

async function suggestTags(tags: string, call: Call = {}): Promise<any[]> {
  return (await ok(api.get('/editor/suggest', { query: { tags }, ...call }))).tags;
}

/** Waits until these are suggested: the tags of posts are counted a moment after a save. */
async function expectTags(tags: string, expected: readonly object[]): Promise<void> {
  const found = await eventually(
    () => suggestTags(tags),
    seen => JSON.stringify(seen) === JSON.stringify(expected),
  );
  expect(found).toEqual(expected);
}

function tag(name: string, count: number, sections: object[] = [], tag_id: number | null = null) {
  return { tag: name, count, tag_id, sections };
}

function aPost(path: '/posts' | '/drafts', tags: string[]): Promise<any> {
  return ok(api.post(path, { headline: 'Bridge', body: '<p>Words</p>', tags }));
}

async function untilJobsAreDone(): Promise<void> {
  await eventually(
    () => queryItems({ pk: OUTBOX_PARTITION, consistent: true }),
    jobs => jobs.length === 0,
  );
}

describe('GET /editor/suggest', () => {
  it('suggests tags by their beginning without case and accents, most used first, with their sections', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Cities', url: 'cities', tags: ['Évora'] }));
    const page = await ok(api.post('/tags', { title: 'Everest', url: 'everest' }));
    await aPost('/posts', ['Évora', 'Events']);
    await expectTags('eve', [tag('Events', 1), tag('Everest', 0, [], page.id)]);
    await aPost('/drafts', ['évora', 'EVENTS', 'Evensong']);
    await aPost('/drafts', ['Events', 'Other']);
    await expectTags('eve', [tag('Events', 3), tag('Evensong', 1), tag('Everest', 0, [], page.id)]);
    await expectTags('EVO', [tag('Évora', 2, [{ id, title: 'Cities' }])]);
    expect(await ok(api.get('/editor/suggest', { query: { tags: 'ev', limit: '1' } }))).toEqual({
      tags: [tag('Events', 3)],
      authors: [],
    });
    expect(await suggestTags('nothing')).toEqual([]);
  });

  it('follows edits, removal, restoring and purging', async () => {
    const post = await aPost('/posts', ['Quince']);
    await expectTags('quin', [tag('Quince', 1)]);
    await ok(api.put(`/posts/${post.id}`, { tags: ['Quinoa'] }));
    await expectTags('quin', [tag('Quinoa', 1)]);
    await ok(api.delete(`/posts/${post.id}`));
    await expectTags('quin', []);
    await ok(api.put(`/posts/${post.id}`, { action: 'restore' }));
    await expectTags('quin', [tag('Quinoa', 1)]);
  });

  it('does not tell a Guest Writer of the tags of drafts that it may not read', async () => {
    const { key } = await api.makeKey('Guest Writer');
    await aPost('/drafts', ['Secret merger', 'Secretary']);
    await aPost('/posts', ['Secretary']);
    await expectTags('secret', [tag('Secretary', 2), tag('Secret merger', 1)]);
    expect(await suggestTags('secret', { key })).toEqual([tag('Secretary', 1)]);
  });

  it('suggests active authors by the beginning of a word in their name, most published first', async () => {
    const create = (first_name: string, last_name: string, more = {}) =>
      ok(api.post('/api/1.1/authors', { first_name, last_name, ...more }));
    const ada = await create('Ada', 'Nørdqvist');
    const nora = await create('Nora', 'Adams');
    await create('Norbert', 'Gone', { status: 'inactive' });
    await ok(api.post('/posts', { headline: 'A', roar_author_ids: [ada.id] }));
    const find = async (authors: string) =>
      (await ok(api.get('/editor/suggest', { query: { authors } }))).authors;
    const [first, second] = [
      { id: ada.id, name: ada.name, title: 'Ada Nørdqvist', count: 1 },
      { id: nora.id, name: nora.name, title: 'Nora Adams', count: 0 },
    ];
    expect(await find('ada')).toEqual([first, second]);
    expect(await find('NOR')).toEqual([first, second]);
    expect(await find('nordq')).toEqual([first]);
    expect(await find('ada nor')).toEqual([first]);
    expect(await find('ams')).toEqual([]);
    expect(await find('…')).toEqual([]);
    await ok(api.put(`/api/1.1/authors/${ada.id}`, { first_name: 'Ada', last_name: 'West' }));
    expect(await find('nordq')).toEqual([]);
    expect(await find('wes')).toMatchObject([{ title: 'Ada West' }]);
  });

  it('returns 400 without a beginning, or with an empty one', async () => {
    expectRefused(await api.get('/editor/suggest'), 400, 'invalid_input', 'tags: is required, or authors');
    const query = { authors: '', limit: '31' };
    expectRefused(
      await api.get('/editor/suggest', { query }),
      400,
      'invalid_input',
      'authors: must not be empty',
      'limit: must be an integer from 1 to 30',
    );
  });

  describe.skipIf(DEPLOYED)('the count of a tag', () => {
    const read = () => queryItems({ pk: 'POST_TAGS', consistent: true });
    const putLimit = (name: string) =>
      putItem({ ...tagNameKey(name), tag: name, count: MAX_COUNTED, token: 'earlier' });

    it('is entered for posts of earlier versions', async () => {
      const post = await aPost('/drafts', ['Elderberry']);
      await expectTags('elderb', [tag('Elderberry', 1)]);
      const [item] = (await read()).filter(one => one.tag === 'Elderberry');
      await deleteItem({ pk: String(item!.pk), sk: String(item!.sk) });
      expect(await suggestTags('elderb')).toEqual([]);
      await enterUses(post.id);
      await expectTags('elderb', [tag('Elderberry', 1)]);
    });

    it.each([
      { from: '/drafts', action: 'publish', query: 2, name: 'Rowan' },
      { from: '/drafts', action: 'publish', query: 1, name: 'Rosehip' },
      { from: '/posts', action: 'unpublish', query: 2, name: 'Sloe' },
    ] as const)(
      'includes a post once that moves from $from before query $query',
      async ({ from, action, query, name }) => {
        const { id } = await aPost(from, [name]);
        await expectTags(name, [tag(name, 1)]);
        let queries = 0;
        const moving = async (command: string): Promise<void> => {
          if (command === 'QueryCommand' && queries++ === query - 1)
            await ok(api.put(`${from}/${id}`, { action }));
        };
        await withFaults(moving, () => noteTags([name]));
        expect(await suggestTags(name)).toEqual([tag(name, 1)]);
      },
    );

    it('is not kept when the only post goes while it is made', async () => {
      const post = await aPost('/drafts', ['Bullace']);
      await expectTags('bull', [tag('Bullace', 1)]);
      await deleteItem(tagNameKey('Bullace'));
      const removing = async () => {
        await ok(api.delete(`/drafts/${post.id}`));
        await untilJobsAreDone();
      };
      await withFaults(beforeFirst('PutItemCommand', removing), () => noteTags(['Bullace']));
      expect(await suggestTags('bull')).toEqual([]);
    });

    it.each([
      { name: 'Mulberry', command: 'PutItemCommand', posts: 1, stored: 'counted' },
      { name: 'Medlar', command: 'PutItemCommand', posts: 1, stored: 'absent' },
      { name: 'Damson', command: 'TransactWriteItemsCommand', posts: 0, stored: 'outdated' },
    ])(
      'is made again when another job has written it meanwhile: $stored',
      async ({ name, command, posts, stored }) => {
        const beginning = name.slice(0, 4);
        if (posts > 0) await aPost('/drafts', [name]);
        await expectTags(beginning, posts > 0 ? [tag(name, 1)] : []);
        if (stored === 'absent') await deleteItem(tagNameKey(name));
        if (stored === 'outdated')
          await putItem({ ...tagNameKey(name), tag: name, count: 5, token: 'earlier' });
        const meanwhile = async () => {
          await aPost('/drafts', [name]);
          await expectTags(beginning, [tag(name, posts + 1)]);
        };
        await withFaults(beforeFirst(command, meanwhile), () => noteTags([name]));
        expect(await suggestTags(beginning)).toEqual([tag(name, posts + 1)]);
      },
    );

    it('keeps a count at its limit, without counting, when a post gains the tag', async () => {
      await putLimit('Whinberry');
      const commands: string[] = [];
      const note = (command: string) => void commands.push(command);
      await withFaults(note, () => noteTags(['Whinberry'], []));
      expect(commands).toEqual(['GetItemCommand', 'PutItemCommand']);
      expect(await suggestTags('whinb')).toEqual([tag('Whinberry', MAX_COUNTED)]);
      await deleteItem(tagNameKey('Whinberry'));
    });

    it('counts again from a count at its limit when a post loses the tag', async () => {
      const post = await aPost('/drafts', ['Cloudberry']);
      await expectTags('cloudb', [tag('Cloudberry', 1)]);
      await aPost('/drafts', ['Cloudberry']);
      await expectTags('cloudb', [tag('Cloudberry', 2)]);
      await putLimit('Cloudberry');
      await ok(api.put(`/drafts/${post.id}`, { tags: [] }));
      await expectTags('cloudb', [tag('Cloudberry', 1)]);
    });

    it('counts a post that gains the tag while the job of a lost tag counts', async () => {
      await aPost('/drafts', ['Dewberry']);
      await expectTags('dewb', [tag('Dewberry', 1)]);
      await putLimit('Dewberry');
      const gaining = async () => {
        await aPost('/drafts', ['Dewberry']);
        await untilJobsAreDone();
      };
      await withFaults(beforeFirst('PutItemCommand', gaining), () => noteTags(['Dewberry']));
      expect(await suggestTags('dewb')).toEqual([tag('Dewberry', 2)]);
    });

    it('keeps the count of another job when its own process dies after its write', async () => {
      await aPost('/drafts', ['Loquat']);
      await expectTags('loqu', [tag('Loquat', 1)]);
      await deleteItem(tagNameKey('Loquat'));
      let isDead = false;
      const meanwhile = beforeFirst('PutItemCommand', async () => {
        await aPost('/drafts', ['Loquat']);
        await expectTags('loqu', [tag('Loquat', 2)]);
        isDead = true;
      });
      const dying = async (command: string) => {
        if (isDead) throw new Error('the process is dead');
        await meanwhile(command);
      };
      await expect(withFaults(dying, () => noteTags(['Loquat']))).rejects.toThrow();
      expect(await suggestTags('loqu')).toEqual([tag('Loquat', 2)]);
    });
  });
});
