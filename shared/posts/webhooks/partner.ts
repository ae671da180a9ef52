import { site } from '../../platform/site/site.ts';
import type { PostRecord } from '../record/record.ts';
import type { Action } from './actions.ts';
import type { Receiver } from './attempt.ts';

/** Id of the news partner, a webhook that the site's configuration defines; generated ids are never 0. */
export const PARTNER = 0;

const ACCESS_KEY_HEADER = 'x-broadsheet-access-key';

/** The actions that change what readers see; the partner receives no others. */
const PARTNER_ACTIONS: ReadonlySet<Action> = new Set([
  'post_create',
  'post_edit',
  'post_unpublish',
  'post_delete',
  'draft_publish',
]);

/** Includes the edit that clears `partnernews_article`: without it the partner would never remove the article. */
export function concernsPartner(action: Action, before: PostRecord | null, next: PostRecord): boolean {
  return (
    PARTNER_ACTIONS.has(action) &&
    site().features.partnerNews &&
    (next.partnernews_article || before?.partnernews_article === true)
  );
}

/** @returns undefined when the site has no partner configured */
export function partnerReceiver(readSecret: (name: string) => Promise<string>): Receiver | undefined {
  const { features, partnerNews } = site();
  if (!features.partnerNews || !partnerNews) return undefined;
  const { endpoint, accessKey, secret } = partnerNews;
  return {
    id: PARTNER,
    url: endpoint,
    headers: { [ACCESS_KEY_HEADER]: accessKey },
    secret: () => readSecret(secret.secretName),
  };
}
