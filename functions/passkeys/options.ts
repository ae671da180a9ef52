import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { EnrolmentOptions } from '../../shared/people/factors/options.ts';
import { toRelyingParty } from '../../shared/people/factors/relying-party.ts';
import { offerOwnEnrolment } from '../../shared/people/sessions/own-factors.ts';

export default endpoint({
  answer: EnrolmentOptions,
  handle: async ({ caller, host }) => ({ body: await offerOwnEnrolment(caller, toRelyingParty(host)) }),
});
