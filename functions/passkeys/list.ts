import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { presentPasskey, ShownPasskey } from '../../shared/people/factors/present.ts';
import { listPasskeys } from '../../shared/people/sessions/own-factors.ts';

export default endpoint({
  answer: v.array(ShownPasskey),
  async handle({ caller }) {
    const passkeys = await listPasskeys(caller);
    return { body: passkeys.map(presentPasskey), total: passkeys.length };
  },
});
