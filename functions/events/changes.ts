import { sleep } from '../../shared/platform/core/clock.ts';
import { logError } from '../../shared/platform/log/log.ts';
import { numberChanges } from '../../shared/posts/changes/number.ts';

/** How often changes are entered while other work runs. */
const INTERVAL_MS = 1_000;

/** Enters the changes that wait into the feed. Never throws: the jobs that follow must not depend on it, and the next worker tries again. */
export async function enterChanges(): Promise<void> {
  await numberChanges().catch((error: unknown) => logError('changes not numbered', error));
}

/** Enters changes into the feed before other work of a worker, and regularly until it ends: a job may take seconds. */
export async function whileEnteringChanges<T>(work: () => Promise<T>): Promise<T> {
  await enterChanges();
  const end = new AbortController();
  const entering = enterRegularly(end.signal);
  try {
    return await work();
  } finally {
    end.abort();
    await entering;
  }
}

async function enterRegularly(end: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(INTERVAL_MS, end).catch(() => undefined);
    if (end.aborted) return;
    await enterChanges();
  }
}
