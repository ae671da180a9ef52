import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { contentKey } from '../../../../shared/posts/record/record.ts';
import { EMPTY_CONTENT } from '../../../../shared/posts/record/content.ts';
import { readPacked } from '../../../../shared/posts/record/read.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import {
  ensureBodySequence,
  FORM,
  hasLongBody,
  readBodySequence,
} from '../../../../shared/posts/search/body-sequence.ts';
import { readBodyText } from '../../../../shared/library/media/body-text.ts';
import { indexPosts } from '../../../../shared/posts/search/index-posts.ts';
import { planSearch } from '../../../../shared/posts/search/search.ts';
import { toSequence } from '../../../../shared/platform/text/terms.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { getAttributes, getItem, queryItems, type Item } from '../../../../shared/platform/store/table.ts';
import { gzipText } from '../../../../shared/platform/text/gzip.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { withFaults } from '../../../support/aws/faults.ts';
import { drain } from '../../../support/table/outbox.ts';
import { randomFrom } from '../../../support/values/random.ts';

useEngines();

/** Has few terms, so that indexing it is quick. */
const LONG = `<p>Alpha beta</p>${'word '.repeat(25_000)} <b>Omega</b>`;

const random = randomFrom(1);
/** Hardly becomes smaller, so that its content is in S3 and its sequence in several items. It is not indexed: it has too many terms. */
const RANDOM = Array.from({ length: 120_000 }, () => `w${Math.floor(random() * 1e9)}`).join(' ');

async function findsWithoutKey(id: number, phrase: string): Promise<boolean> {
  const posts = await readPacked([id], { stats: false, consistent: true });
  const limits = { enough: 1, maxBytes: Infinity };
  return (await planSearch(phrase, ANONYMOUS)!.findMatching(posts, limits)).found.has(id);
}

async function storedParts(id: number): Promise<Item[]> {
  return await queryItems({ pk: `SAFE#search#${id}`, consistent: true });
}

async function readLong(id: number) {
  const [post] = await readPacked([id], { stats: false, consistent: true });
  return post!;
}

it('indexPosts() stores the sequence of a long body', async () => {
  const { value } = await makePost({ body: LONG });
  await drain();
  expect(await storedParts(value.id)).toHaveLength(1);
  expect(await readBodySequence(await readLong(value.id))).toBe(toSequence(readBodyText(LONG)));
  expect(await findsWithoutKey(value.id, '"alpha beta"')).toBe(true);
  expect(await findsWithoutKey(value.id, '"beta alpha"')).toBe(false);
});

async function recordCommands(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  await withFaults(command => void commands.push(command), work);
  return commands;
}

it('ensureBodySequence() reads only the form of the first stored part before it makes a sequence, from the content that it is given', async () => {
  const { value } = await makePost({ body: RANDOM });
  const post = await readLong(value.id);
  const content = { ...EMPTY_CONTENT, body: RANDOM };
  const ensure = () => ensureBodySequence(post, content);
  const puts = Array<string>(2).fill('PutItemCommand');
  expect(await recordCommands(ensure)).toEqual(['GetItemCommand', ...puts]);
  expect(await storedParts(value.id)).toHaveLength(puts.length);
  expect(await recordCommands(ensure)).toEqual(['GetItemCommand']);
  expect(await getAttributes({ pk: `SAFE#search#${value.id}`, sk: 'body#0' }, ['form', 'parts'])).toEqual({
    form: `${FORM} ${post.value.content_version}`,
    parts: puts.length,
  });
});

it('indexPosts() reads one part to index a long body whose sequence is stored', async () => {
  const { value } = await makePost({ body: LONG });
  await drain();
  const reads = async () =>
    (await recordCommands(() => indexPosts([{ id: value.id }]))).filter(name => /^(Get|Put)Item/.test(name));
  const [part] = await storedParts(value.id);
  const stored = await reads();
  await deleteItem({ pk: String(part!.pk), sk: String(part!.sk) });
  expect(await reads()).toEqual([...stored, 'PutItemCommand']);
});

it('findMatching() searches the stored sequence of a body', async () => {
  const { value } = await makePost({ body: LONG });
  await drain();
  const [part] = await storedParts(value.id);
  await putItem({ ...part!, zipped: await gzipText(' other words ') });
  expect(await findsWithoutKey(value.id, '"other words"')).toBe(true);
});

it('indexPosts() stores a sequence in several items, and makes it again when one is missing', async () => {
  const { value } = await makePost({ body: RANDOM });
  const post = await readLong(value.id);
  const sequence = toSequence(RANDOM);
  expect(await readBodySequence(post)).toBe(sequence);
  const parts = await storedParts(value.id);
  expect(parts.length).toBeGreaterThan(1);
  expect(await readBodySequence(post)).toBe(sequence);
  for (const { pk, sk } of parts) {
    await deleteItem({ pk: String(pk), sk: String(sk) });
    expect(await readBodySequence(post)).toBe(sequence);
    expect(await storedParts(value.id)).toHaveLength(parts.length);
  }
});

it('findMatching() searches the body of an edited post before the post is indexed again', async () => {
  const { value } = await makePost({ body: LONG });
  await drain();
  const edit = { family: 'posts', input: { body: `${LONG} at last` }, action: undefined } as const;
  await editPost(value.id, { ...edit, ifMatch: undefined }, ADMIN);
  expect(await findsWithoutKey(value.id, '"omega at last"')).toBe(true);
  await drain();
});

it('hasLongBody() is false for a short body, which gets no sequence, and true for one in S3 of unknown length', async () => {
  const { value } = await makePost({ body: 'Alpha beta' });
  await drain();
  expect(await storedParts(value.id)).toEqual([]);
  expect(hasLongBody(await readLong(value.id))).toBe(false);
  const { value: long } = await makePost({ body: RANDOM });
  const { bytes, ...before } = (await getItem(contentKey(long.id), { consistent: true }))!;
  expect(bytes).toBeGreaterThan(RANDOM.length);
  await putItem(before);
  expect(hasLongBody(await readLong(long.id))).toBe(true);
});

it('FORM names the current form of sequences (change it when they change)', () => {
  const text = '<p>Größe &amp; Straße, ΣΊΣΥΦΟΣ’s 東京 ภาษาไทย <script>x</script>e\u0301 [media-image 0]</p>';
  const digest = createHash('sha256')
    .update(toSequence(readBodyText(text)))
    .digest('hex')
    .slice(0, 8);
  expect([FORM, digest]).toEqual(['words 1', 'e59aac30']);
});
