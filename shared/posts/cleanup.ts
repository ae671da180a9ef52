import * as v from 'valibot';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';
import { getItem } from '../store/table.ts';
import { objectOf } from './content.ts';
import { contentKey } from './record.ts';

/**
 * Removes content objects that their post no longer names. Only old ones: a writer that has stored an object and not yet
 * committed must find it there; its request is over long before the hour is.
 */
export const CLEANUP = 'posts.cleanup';
const HOUR_S = 3600;

const Cleanup = v.object({ id: v.number() });

export const cleanupOf = (id: number): OutboxItem => outboxItem(CLEANUP, { id }, HOUR_S);

export async function cleanUp(job: unknown): Promise<undefined> {
  const { id } = v.parse(Cleanup, job);
  const { deleteObjects } = await import('../files/objects.ts');
  const content = await getItem(contentKey(id), true);
  await deleteObjects(`content/${id}/`, {
    before: new Date(Date.now() - (HOUR_S / 2) * 1000),
    except: objectOf(content),
  });
}
