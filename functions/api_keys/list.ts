import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { ApiKey, listKeys } from '../../shared/people/keys/list.ts';

export default endpoint({
  answer: v.array(ApiKey),
  async handle() {
    const keys = await listKeys();
    return { body: keys, total: keys.length };
  },
});
