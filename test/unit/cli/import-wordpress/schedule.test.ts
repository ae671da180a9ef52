import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { item, wxr } from './export.ts';
import { FakeApi, fault, type ApiRequest } from './fake-api.ts';
import { importInto } from './import-into.ts';

const FUTURE = Date.UTC(2090, 0, 2, 3, 4, 5) / 1000;
const FUTURE_DATE = '2090-01-02 03:04:05';
const scheduled = item({ post_id: '7', title: 'Later', status: 'future', post_date_gmt: FUTURE_DATE });

describe('importWordpress() with a scheduled post', () => {
  let api: FakeApi;

  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
  });
  afterEach(() => api.stop());

  const run = (content: string) => importInto(api, content);
  const imported = (id: number) => api.post(`wordpress:news.example/blog:${id}`);

  it('counts a post as created whose first request outlives all of its retries', async () => {
    const keys = new Set<string>();
    let first: string | undefined;
    api.intercept = ({ method, path, idempotencyKey: key = '', isRecord }) => {
      if (method !== 'POST' || !path.endsWith('/posts') || !isRecord) return undefined;
      keys.add(key);
      if (first !== undefined && first !== key) return undefined;
      const isFirst = first === undefined;
      first = key;
      if (isFirst) return 'lose the answer';
      const pending = fault(409, 'idempotency_in_progress', 'The first request is still running');
      return { ...pending, headers: { 'retry-after': '0' } };
    };
    api.posts.push({ id: 5, status: 'published', provider_post_id: 'wordpress:news.example/blog:9' });
    const summary = await run(wxr(item({ post_id: '7' }), item({ post_id: '9' })));
    expect(summary.failures).toEqual([]);
    expect(summary.counts.posts).toEqual({ created: 1, existing: 1, failed: 0 });
    expect(keys.size).toBe(2);
  });

  describe('a run that ends between draft and schedule', () => {
    const isScheduling = ({ path }: ApiRequest): boolean => path.startsWith('/api/1.3/scheduled_posts');
    const end = fault(401, 'api_key_missing', 'The run ends here');

    it('schedules the draft in the next run, among any number of drafts', async () => {
      for (let id = 1; id <= 65; id += 1) api.posts.push({ id, status: 'draft', provider_post_id: null });
      api.intercept = request => (isScheduling(request) ? end : undefined);
      expect((await run(wxr(scheduled))).aborted).toContain('The run ends here');
      expect(imported(7)?.status).toBe('draft');
      api.intercept = () => undefined;
      const summary = await run(wxr(scheduled));
      expect(summary.counts['scheduled posts']).toEqual({ created: 1, existing: 0, failed: 0 });
      expect(imported(7)).toMatchObject({ status: 'scheduled', scheduled_at: FUTURE });
      expect(JSON.stringify(imported(7))).not.toContain('schedule_pending');
    });

    it('publishes the draft in the next run when its date has passed', async () => {
      api.intercept = request => (isScheduling(request) ? end : undefined);
      await run(wxr(scheduled));
      api.intercept = () => undefined;
      const summary = await run(wxr(scheduled.replace(FUTURE_DATE, '2020-01-01 00:00:00')));
      expect(summary.failures).toEqual([]);
      expect(imported(7)).toMatchObject({ status: 'published', created_ts: Date.UTC(2020, 0, 1) / 1000 });
      expect(api.posts).toHaveLength(1);
    });

    it('removes the mark in the next run when only the mark is left', async () => {
      api.intercept = ({ method, path }) => (method === 'PUT' && path.includes('/drafts/') ? end : undefined);
      await run(wxr(scheduled));
      expect(imported(7)?.status).toBe('scheduled');
      api.intercept = () => undefined;
      await run(wxr(scheduled));
      expect(imported(7)?.status).toBe('scheduled');
      expect(JSON.stringify(imported(7))).not.toContain('schedule_pending');
    });
  });

  it('keeps a draft that an editor unscheduled after the import', async () => {
    await run(wxr(scheduled));
    Object.assign(imported(7) ?? {}, { status: 'draft', scheduled_at: null });
    const summary = await run(wxr(scheduled));
    expect(imported(7)?.status).toBe('draft');
    expect(summary.counts['scheduled posts'].existing).toBe(1);
  });

  it('counts a post as made when it is published before its mark is removed', async () => {
    api.intercept = ({ method, path }) => {
      if (method !== 'PUT' || !path.includes('/drafts/')) return undefined;
      Object.assign(imported(7) ?? {}, { status: 'published' });
      return undefined;
    };
    const summary = await run(wxr(scheduled));
    expect(summary.failures).toEqual([]);
    expect(summary.counts['scheduled posts'].created).toBe(1);
  });
});
