import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { startWeb } from './web.ts';

export interface Received {
  headers: Record<string, string>;
  raw: string;
  body: any;
  path: string;
  /** When it arrived, in seconds since 1970. */
  receivedTs: number;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A stand-in for a receiver of webhooks: it keeps all requests and answers with `answer`. */
export interface Receiver {
  origin: string;
  received: Received[];
  /** Tests may replace it at any time; the default answers 200. */
  answer: Answer;
  stop: () => Promise<void>;
}

export const OK: Answer = response => void response.writeHead(200).end('thank you');

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const web = await startWeb((request, response) => {
    const receivedTs = nowMs() / 1000;
    const accept = (raw: string): void => {
      const headers = request.headers as Record<string, string>;
      const one = { headers, raw, body: JSON.parse(raw), path: request.url ?? '', receivedTs };
      received.push(one);
      receiver.answer(response, one);
    };
    // A sender that gives up in the middle of a request has sent nothing.
    void text(request).then(accept, () => response.destroy());
  });
  exemptForLocalUse(new URL(web.origin).host);
  const receiver: Receiver = { origin: web.origin, received, answer: OK, stop: () => web.stop() };
  return receiver;
}

/** Verifies a request as a receiver does: the signature matches the secret and its time is within a minute of the arrival. */
export function isSignedWith(secret: string, { headers, raw, receivedTs }: Received): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-broadsheet-signature'] ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
  return v1 === expected && Math.abs(Number(t) - receivedTs) < 60;
}
