import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import type { Change } from '../../platform/store/change-entry.ts';
import { encodePath } from '../../platform/text/percent.ts';
import { feedFields, type ChangesQuery } from './input.ts';
import { LOG } from './log.ts';
import { POST } from './post-change.ts';
import { readFeed } from './read.ts';

const gone = v.optional(v.literal(true));
const PublicChange = v.variant('kind', [
  v.object({ kind: v.literal(POST), id: v.number(), version: v.number(), post_url: v.string(), gone }),
  v.object({ kind: v.literal('section'), id: v.number(), version: v.number(), url: v.string(), gone }),
]);
type PublicChange = v.InferOutput<typeof PublicChange>;

export const PublicChanges = v.object({ changes: v.array(PublicChange), ...feedFields });

/** The changes behind a cursor that anyone may know of, the same for each caller. @throws CursorExpired */
export async function listPublicChanges(query: ChangesQuery): Promise<v.InferOutput<typeof PublicChanges>> {
  const { changes, ...others } = await readFeed(LOG.public, query);
  return { changes: changes.map(presentChange), ...others };
}

function presentChange({ kind, id, version, address = '', left }: Change): PublicChange {
  const common = { id, version, ...(left && { gone: left }) };
  return kind === POST
    ? { kind: POST, ...common, post_url: `${site().baseUrl}${encodePath(address)}` }
    : { kind: 'section', ...common, url: address };
}
