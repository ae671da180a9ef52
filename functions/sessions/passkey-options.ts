import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { offerSignIn, SignInOptions } from '../../shared/people/factors/options.ts';
import { toRelyingParty } from '../../shared/people/factors/relying-party.ts';

export default endpoint({
  answer: SignInOptions,
  handle: async ({ host }) => ({ body: await offerSignIn(toRelyingParty(host)) }),
});
