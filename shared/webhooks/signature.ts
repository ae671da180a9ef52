import { createHmac } from 'node:crypto';

/** Proves sender and time to the receiver; the time lets it reject replayed requests. */
export function signatureOf(secret: string, ts: number, body: string): string {
  return `t=${ts},v1=${createHmac('sha256', secret).update(`${ts}.${body}`).digest('hex')}`;
}
