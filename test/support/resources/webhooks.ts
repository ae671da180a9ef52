import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DEPLOYED } from '../deployed/functions.ts';
import { OK, startReceiver, type Received, type Receiver } from '../web/receiver.ts';
import { eventually, type Api } from '../api/api.ts';
import { ok } from './posts.ts';

/** An address without a receiver. */
export const NOWHERE = 'https://hooks.example.com/in?from=broadsheet';

/** Webhooks of a service that deliver to a local receiver. Each test begins without webhooks. */
export class Webhooks {
  receiver!: Receiver;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    beforeAll(async () => {
      this.receiver = await startReceiver();
    });
    afterAll(() => this.receiver.stop());
    beforeEach(async () => {
      this.receiver.answer = OK;
      for (const { id } of await ok(api.get('/webhooks'))) await ok(api.delete(`/webhooks/${id}`));
      this.receiver.received.length = 0;
    });
  }

  /** Creates a webhook. Deployed functions reach no address of this machine, so theirs has no receiver. */
  make(fields: object = {}): Promise<any> {
    const url = DEPLOYED ? NOWHERE : `${this.receiver.origin}/in`;
    return ok(this.#api.post('/webhooks', { url, ...fields }));
  }

  deliveries(id: number): Promise<any[]> {
    return ok(this.#api.get(`/webhooks/${id}/deliveries`));
  }

  /** Waits until the receiver has at least `count` requests. */
  received(count: number): Promise<Received[]> {
    return eventually(
      () => Promise.resolve(this.receiver.received),
      all => all.length >= count,
    );
  }

  /** Waits until every delivery was attempted and has this state. */
  settled(id: number, state: string, withinMs?: number): Promise<any[]> {
    return eventually(
      () => this.deliveries(id),
      all =>
        all.length > 0 && all.every(delivery => delivery.state === state && delivery.attempts.length > 0),
      withinMs,
    );
  }
}
