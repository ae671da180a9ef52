import * as v from 'valibot';
import { entity } from '../../../shared/platform/store/records/entity.ts';

/** A resource as the recipe of CONTRIBUTING.md declares one, with a unique value. */
export const Newsletters = entity({
  name: 'newsletter',
  record: v.object({ id: v.number(), title: v.string(), image_id: v.number(), created_ts: v.number() }),
  pk: 'NEWSLETTER#*',
  sk: 'record',
  lists: { newsletters: ({ created_ts: ts }) => [{ ts }] },
  unique: { newsletter: { toValue: ({ title }) => title, isText: true, taken: 'title' } },
});
