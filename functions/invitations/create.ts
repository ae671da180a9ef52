import * as v from 'valibot';
import { inviteAuthor, requestInvitation, toInvitationLink } from '../../shared/people/invitations/invite.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: v.object({ notify: v.nullish(v.boolean(), false) }),
  answer: v.object({
    author_id: v.number(),
    token: v.nullable(v.string()),
    link: v.nullable(v.string()),
    expires_ts: v.nullable(v.number()),
  }),
  remembered: answer => ({ ...answer, token: null, link: null }),
  async handle({ path: { id }, body: { notify }, caller, host }) {
    if (notify) {
      await requestInvitation(id, reportSiteChange('author', caller));
      return { body: { author_id: id, token: null, link: null, expires_ts: null } };
    }
    const { token, email, expires_ts } = await inviteAuthor(id, caller);
    return { body: { author_id: id, token, link: toInvitationLink(host, { token, email }), expires_ts } };
  },
});
