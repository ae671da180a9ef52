import { expectTypeOf, it } from 'vitest';
import { createClient, type Client } from '../../../infra/client/source/index.ts';

const rightData = { keep_reading_hide_word_count: true, keep_reading_button_text: null, own: [1] };
const wrongData = { keep_reading_hide_word_count: 'yes' };

/** Never called: only the compiler reads it, and reports a line marked as an error that compiles. */
function calls(client: Client) {
  return {
    right: [
      () => client.sections.list(),
      () => client.posts.get({ path: { id: 1 } }),
      () => client.posts.get({ path: { id: '1' }, query: { render_shortcodes: true } }),
      () => client.posts.list({ query: { limit: 5, tags: ['a', 'b'], include_fields: ['id', 'headline'] } }),
      () => client.posts.list({ query: { limit: '5', tags: 'a,b', order: 'oldest', removed: '1' } }),
      () => client.posts.edit({ path: { id: 1 }, body: { headline: 'A' }, ifMatch: '"1-a"' }),
      () => client.posts.edit({ path: { id: 1 }, body: { roar_specific_data: rightData } }),
      () => client.posts.recordPageViews({ path: { id: 1 } }),
      () => client.scheduledPosts.schedule({ path: { id: 1 }, body: { scheduled_at: 1 } }),
      () => client.dam.bulkEdit({ query: { bulk: true }, body: [{ file_id: 1, data: { title: 'A' } }] }),
      () =>
        client.images.create({ body: { file: [{ name: 'a.jpg', content: new Uint8Array() }], alt: 'A' } }),
      () => client.documents.upload(new File(['a'], 'a.csv')),
    ],
    wrong: [
      // @ts-expect-error: a path parameter must be sent
      () => client.posts.get(),
      // @ts-expect-error: the parameter's name is id
      () => client.posts.get({ path: { post_id: 1 } }),
      // @ts-expect-error: a post has a headline
      () => client.posts.create({ body: { body: 'A' } }),
      // @ts-expect-error: there is no such field
      () => client.posts.edit({ path: { id: 1 }, body: { heading: 'A' } }),
      // @ts-expect-error: a headline is text
      () => client.posts.edit({ path: { id: 1 }, body: { headline: 1 } }),
      // @ts-expect-error: a predefined key of free data is true or false
      () => client.posts.edit({ path: { id: 1 }, body: { roar_specific_data: wrongData } }),
      // @ts-expect-error: drafts are published, posts unpublished
      () => client.drafts.edit({ path: { id: 1 }, body: { action: 'unpublish' } }),
      // @ts-expect-error: there is no such filter
      () => client.posts.list({ query: { tag: 'a' } }),
      // @ts-expect-error: there is no such order
      () => client.posts.list({ query: { order: 'random' } }),
      // @ts-expect-error: a section must be named
      () => client.posts.section({ query: { limit: 1 } }),
      // @ts-expect-error: the endpoint takes no body
      () => client.posts.delete({ path: { id: 1 }, body: {} }),
      // @ts-expect-error: the list of sections has no pages
      () => client.sections.list.all(),
      // @ts-expect-error: badges are no files
      () => client.badges.upload(new File([], 'a')),
      // @ts-expect-error: without a row there is no method
      () => client.posts.publish({ path: { id: 1 } }),
    ],
  };
}

it('the client’s types refuse input that a route does not accept', () => {
  expectTypeOf(calls).toBeCallableWith(createClient({ url: 'http://127.0.0.1' }));
});

it('the client’s types describe the answer of a route', () => {
  expectTypeOf<Awaited<ReturnType<Client['posts']['get']>>>().toHaveProperty('headline');
  expectTypeOf<Awaited<ReturnType<Client['posts']['get']>>['headline']>().toEqualTypeOf<string>();
  // With include_fields, any field may be missing.
  expectTypeOf<Awaited<ReturnType<Client['posts']['list']>>[number]['headline']>().toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf<Awaited<ReturnType<Client['images']['upload']>>['width']>().toEqualTypeOf<number>();
  expectTypeOf<Awaited<ReturnType<Client['posts']['get']['answer']>>['etag']>().toEqualTypeOf<
    string | null
  >();
});

it('the client’s types describe the entries of a list', () => {
  type Entries<M extends { all: (...input: never[]) => AsyncGenerator }> =
    ReturnType<M['all']> extends AsyncGenerator<infer E> ? E : never;

  expectTypeOf<Entries<Client['posts']['list']>['id']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Entries<Client['dam']['list']>['file_id']>().toEqualTypeOf<number>();
});
