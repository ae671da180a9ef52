import { site } from '../core/site.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Action } from './actions.ts';
import type { Receiver } from './receiver.ts';

/** The news partner is a webhook that the site's configuration makes: under an id that no other has. */
export const PARTNER = 0;

const ACCESS_KEY_HEADER = 'x-broadsheet-access-key';

/** What a partner hears of: what its readers would see. */
const TOLD: ReadonlySet<Action> = new Set([
  'post_create',
  'post_edit',
  'post_unpublish',
  'post_delete',
  'draft_publish',
]);

/** Also the edit that takes the mark off: otherwise the partner would show for ever what it was given. */
export function concernsPartner(action: Action, before: PostRecord | null, next: PostRecord): boolean {
  return (
    TOLD.has(action) &&
    site().features.partnerNews &&
    (next.partnernews_article || before?.partnernews_article === true)
  );
}

/** undefined where the site has none. */
export function partnerReceiver(secretOf: (name: string) => Promise<string>): Receiver | undefined {
  const { features, partnerNews } = site();
  if (!features.partnerNews || !partnerNews) return undefined;
  const { endpoint, accessKey, secret } = partnerNews;
  return {
    id: PARTNER,
    url: endpoint,
    headers: { [ACCESS_KEY_HEADER]: accessKey },
    secret: () => secretOf(secret.secretName),
  };
}
