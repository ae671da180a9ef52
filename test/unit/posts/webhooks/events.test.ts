import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configureSite, parseSite, site } from '../../../../shared/platform/site/site.ts';
import { ACTIONS } from '../../../../shared/posts/webhooks/actions.ts';
import { replayDelivery, testWebhook } from '../../../../shared/posts/webhooks/deliveries.ts';
import { orderedEvent, webhookEvents } from '../../../../shared/posts/webhooks/event.ts';
import { concernsPartner, partnerReceiver } from '../../../../shared/posts/webhooks/partner.ts';
import { readWantedActions } from '../../../../shared/posts/webhooks/read.ts';
import { createWebhook, deleteWebhook, editWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { withFaults } from '../../../support/aws/faults.ts';
import { postRecord } from '../../../support/records/post-record.ts';

const NOW = 1_700_000_000;
const EVENT = { pk: 'WEBHOOK_EVENTS', ts: NOW, expires: NOW + 30 * 86_400 };
const SITE = site();

function usePartner(partnerNews = true): void {
  const secret = { secretName: 'news/partner' };
  const partner = { endpoint: 'https://partner.example.com/articles', accessKey: 'ours', secret };
  configureSite(parseSite({ features: { partnerNews }, partnerNews: partner }));
}

useEngines();
beforeEach(() => stopClockAt(NOW * 1000));
afterEach(() => {
  restoreClock();
  configureSite(SITE);
});

describe('webhook event', () => {
  const change = { before: null, next: postRecord({ partnernews_article: true }), version: 3, userId: 5 };

  it('an event is made for a change that a webhook subscribes to', () => {
    const [event, ...others] = webhookEvents(new Set(['post_edit']), { ...change, action: 'post_edit' });
    expect(event).toEqual({
      ...EVENT,
      sk: expect.stringMatching(/^0{15}7#0{15}3#\d{16}$/),
      id: Number(String(event?.sk).slice(-16)),
      action: 'post_edit',
      post_id: 7,
      user_id: 5,
      partner: false,
    });
    expect(others).toEqual([]);
    expect(webhookEvents(new Set(['post_edit']), { ...change, action: 'post_create' })).toEqual([]);
  });

  it('an event is made for a change that only the partner receives', () => {
    usePartner();
    expect(webhookEvents(new Set(), { ...change, action: 'post_edit' })).toMatchObject([{ partner: true }]);
    expect(webhookEvents(new Set(), { ...change, action: 'draft_edit' })).toEqual([]);
  });

  it('names its only webhook when it is a test', () => {
    const content = { action: 'test', post_id: null, user_id: 5 } as const;
    expect(orderedEvent(8, { ...content, id: 4, queue: 4 })).toEqual({
      ...EVENT,
      ...content,
      sk: '0000000000000004#0000000000000000#0000000000000004',
      id: 4,
      partner: false,
      only: 8,
    });
  });
});

describe('the news partner', () => {
  const [marked, plain] = [postRecord({ partnernews_article: true }), postRecord()];

  it('receives the changes that readers see of posts that are or were marked', () => {
    usePartner();
    expect(ACTIONS.filter(action => concernsPartner(action, null, marked))).toEqual([
      'draft_publish',
      'post_create',
      'post_edit',
      'post_delete',
      'post_unpublish',
    ]);
    expect(concernsPartner('post_edit', marked, plain)).toBe(true);
    expect(concernsPartner('post_edit', plain, plain)).toBe(false);
    expect(concernsPartner('post_create', null, plain)).toBe(false);
  });

  it('receives deliveries with its access key and its secret', async () => {
    usePartner();
    const { secret, ...receiver } = partnerReceiver(name => Promise.resolve(`of ${name}`))!;
    expect(receiver).toEqual({
      id: 0,
      url: 'https://partner.example.com/articles',
      headers: { 'x-broadsheet-access-key': 'ours' },
    });
    expect(await secret()).toBe('of news/partner');
  });

  it('receives nothing while the feature is off', () => {
    usePartner(false);
    expect(concernsPartner('post_edit', marked, marked)).toBe(false);
    expect(partnerReceiver(() => Promise.resolve(''))).toBeUndefined();
  });
});

describe('readWantedActions()', () => {
  it('returns the actions of active webhooks and reads them again after a change of one', async () => {
    const url = 'https://hooks.example.com/';
    const first = (await createWebhook({ url, actions: ['post_edit'] })).webhook.value.id;
    const second = (await createWebhook({ url, actions: ['post_delete'], active: false })).webhook.value.id;
    expect(await readWantedActions()).toEqual(new Set(['post_edit']));
    await editWebhook(second, { active: true }, undefined);
    expect(await readWantedActions()).toEqual(new Set(['post_edit', 'post_delete']));
    await deleteWebhook(first, undefined);
    expect(await readWantedActions()).toEqual(new Set(['post_delete']));
    await createWebhook({ url, actions: ['post_create'] });
    expect(await readWantedActions()).toEqual(new Set(['post_create', 'post_delete']));
    const unreachable = () => {
      throw new Error('unreachable');
    };
    expect((await withFaults(unreachable, readWantedActions)).size).toBe(2);
  });
});

describe('test or replay of a delivery', () => {
  it('is refused for an inactive webhook, for an unknown one and for an unknown delivery', async () => {
    const { webhook } = await createWebhook({ url: 'https://hooks.example.com/' });
    const { id } = webhook.value;
    await expect(replayDelivery(id, 12)).rejects.toThrow('The webhook has no delivery with the id 12');
    await editWebhook(id, { active: false }, undefined);
    const inactive = 'The webhook is not active: nothing is sent until it is';
    await expect(testWebhook(id, ADMIN)).rejects.toThrow(inactive);
    await expect(replayDelivery(id, 12)).rejects.toThrow(inactive);
    await expect(testWebhook(0, ADMIN)).rejects.toThrow('There is no webhook with the id 0');
  });
});
