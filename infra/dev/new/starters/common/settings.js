// The settings of the site, from the file .env or the environment.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createClient } from 'broadsheet-client';

try {
  process.loadEnvFile();
} catch {
  // Without the file, the settings are those of the environment.
}

const { BROADSHEET_KEY, WEBHOOK_SECRET = '' } = process.env;
/** The address of the API. */
export const { BROADSHEET_URL = 'http://127.0.0.1:4000' } = process.env;
export const { SITE_TITLE = 'The Courier' } = process.env;

export const client = createClient({ url: BROADSHEET_URL, key: BROADSHEET_KEY || undefined });

const MAX_AGE_S = 300;

/** Whether a delivery is of the webhook whose secret is in the settings. */
export function isOurs(body, signature) {
  const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (WEBHOOK_SECRET === '' || mac === undefined || Math.abs(Date.now() / 1000 - time) > MAX_AGE_S)
    return false;
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(mac, 'hex'));
}
