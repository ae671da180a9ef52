import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { OK, startReceiver, type Received, type Receiver } from '../../support/receiver.ts';
import { eventually, type Api } from './api.ts';
import { ok } from './posts.ts';

/** Where nobody is. */
export const NOWHERE = 'https://hooks.example.com/in?from=broadsheet';

/** Webhooks of a service that lead to a receiver; each test begins without any. */
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

  /** One that is deployed reaches no address of this machine. */
  make(fields: object = {}): Promise<any> {
    const url = DEPLOYED ? NOWHERE : `${this.receiver.origin}/in`;
    return ok(this.#api.post('/webhooks', { url, ...fields }));
  }

  deliveries(id: number): Promise<any[]> {
    return ok(this.#api.get(`/webhooks/${id}/deliveries`));
  }

  /** What the receiver has when it has so much. */
  received(count: number): Promise<Received[]> {
    return eventually(
      () => Promise.resolve(this.receiver.received),
      all => all.length >= count,
    );
  }

  /** The deliveries when each was tried and has this state. */
  settled(id: number, state: string, withinMs?: number): Promise<any[]> {
    return eventually(
      () => this.deliveries(id),
      all => all.length > 0 && all.every(one => one.state === state && one.attempts.length > 0),
      withinMs,
    );
  }
}
