import * as v from 'valibot';
import { id, timestamp } from '../../shared/platform/values/fields.ts';
import { Permission } from '../../shared/platform/site/permissions.ts';
import { line, boundedList, text } from '../../shared/platform/values/bounds.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { ApiKey, presentKey } from '../../shared/people/keys/list.ts';
import { createKey } from '../../shared/people/keys/write.ts';

export default endpoint({
  body: v.object({
    author_id: id,
    label: v.nullish(line(200), ''),
    note: v.nullish(text(1000), ''),
    expires_ts: v.optional(v.nullable(timestamp), null),
    permissions: v.optional(v.nullable(boundedList(Permission, 20)), null),
  }),
  answer: v.object({ ...ApiKey.entries, key: v.nullable(v.string()) }),
  remembered: answer => ({ ...answer, key: null }),
  async handle({ body, caller }) {
    const { key, record, role } = await createKey(body, caller);
    return { body: { ...presentKey(record, role), key } };
  },
});
