import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { renewCodes } from '../../shared/people/sessions/own-factors.ts';

export default endpoint({
  answer: v.object({ codes: v.array(v.string()) }),
  remembered: () => ({ codes: [] }),
  handle: async ({ caller }) => ({ body: { codes: await renewCodes(caller) } }),
});
