import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named, tripsIn } from '../../support/costs/counted.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { makeSection, ok } from '../../support/resources/posts.ts';

const api = useApi({}, named);

// Apart from the other tests of follows, which also run on engines that lose answers: the SDK repeats those calls.
describe.skipIf(DEPLOYED)('AWS calls of follows', () => {
  it('makes two calls to follow, three to unfollow and one to list', async () => {
    const author = await ok(api.post('/api/1.1/authors', { first_name: 'Reader', role: 'Reader' }));
    const section = await makeSection(api);
    const path = `/follows/${author.id}/section/${section.id}`;
    await ok(api.put(path));
    await ok(api.delete(path));
    const following = await countCalls(() => ok(api.put(path)));
    expect(commandsIn(following)).toEqual(['TransactWriteItems', 'Query']);
    const listing = await countCalls(() => ok(api.get(`/follows/sections/${section.id}`)));
    expect(commandsIn(listing)).toEqual(['Query']);
    const unfollowing = await countCalls(() => ok(api.delete(path)));
    expect(commandsIn(unfollowing)).toEqual(['GetItem', 'TransactWriteItems', 'Query']);
    expect(tripsIn(unfollowing)).toBe(3);
  });
});
