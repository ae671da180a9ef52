import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const MAX_ATTEMPTS = 6;

/** Sends requests as the typed client does: again after 503, and a POST under a key, so that it has its effect once. */
export async function fetchPatiently(url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { ...init, headers });
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response;
    await wait(Number(response.headers.get('retry-after')) * 1000);
  }
}
