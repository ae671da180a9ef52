import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { PasskeyInput } from '../../shared/people/factors/input.ts';
import { presentPasskey, ShownPasskey } from '../../shared/people/factors/present.ts';
import { toRelyingParty } from '../../shared/people/factors/relying-party.ts';
import { enrolPasskey } from '../../shared/people/sessions/own-factors.ts';

export default endpoint({
  body: PasskeyInput,
  answer: ShownPasskey,
  async handle({ body, host, caller }) {
    return { body: presentPasskey(await enrolPasskey(body, toRelyingParty(host), caller)) };
  },
});
