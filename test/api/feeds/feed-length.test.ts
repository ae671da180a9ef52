import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const MAX_BYTES = 4_000_000;
const POSTS = 7;
/** Its safe form is five times as long, so that the bodies of all posts together exceed an answer of Lambda. */
const BODY = '&'.repeat(190_000);

const api = useApi({ features: { publicRead: true }, feeds: { fullText: true, items: POSTS } });

describe('GET /feeds/{format} of long posts', () => {
  it('answers at most 4 MB, with summaries in place of the texts that do not fit', async () => {
    for (let count = 0; count < POSTS; count++)
      await makePost(api, { headline: `Long ${count}`, subheadline: 'A summary', body: BODY });

    for (const format of ['rss.xml', 'atom.xml', 'feed.json']) {
      const { status, body } = await api.get(`/feeds/${format}`, { key: null });
      expect(status, format).toBe(200);
      const text = format === 'feed.json' ? JSON.stringify(body) : String(body);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
      expect(text.match(/Long \d/g)).toHaveLength(POSTS);
    }
    const { items } = JSON.parse(await ok(api.get('/feeds/feed.json', { key: null })));
    expect(items.map((item: object) => 'content_html' in item)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
