import { createHmac } from 'node:crypto';

/** Proves to the receiver who sends, and when: an old delivery that somebody sends again has an old time. */
export function signatureOf(secret: string, ts: number, body: string): string {
  return `t=${ts},v1=${createHmac('sha256', secret).update(`${ts}.${body}`).digest('hex')}`;
}
