import {
  ApiError,
  ApiKeyInvalid,
  ApiKeyMissing,
  Forbidden,
  NotFound,
  UnexpectedAnswer,
  type Client,
} from '../../../client/source/index.ts';
import type { Destination } from '../destination.ts';
import { PicturePlacer } from './pictures.ts';
import { PostPlacer } from './posts.ts';
import { AuthorPlacer, TermPlacer } from './placers.ts';

/** A site reached through its public API. `oldSite` is the WordPress site. */
export function apiDestination(client: Client, oldSite: string): Destination {
  const authors = new AuthorPlacer(client);
  const sections = new TermPlacer(client.sections);
  const tags = new TermPlacer(client.tags);
  const pictures = new PicturePlacer(client, oldSite);
  const posts = new PostPlacer(client);
  return {
    author: input => authors.place(input),
    section: (input, parentId) => sections.place({ ...input, parent_id: parentId }),
    hasTags: () => tags.isAvailable(),
    tag: async input => (await tags.place(input)).outcome,
    image: input => pictures.place(input),
    earlierImages: () => pictures.listEarlier(),
    textsOf: async ({ id }) => {
      const { caption, alt } = await client.images.get({ path: { id } });
      return { caption, alt };
    },
    publish: input => posts.publish(input),
    draft: input => posts.draft(input),
    schedule: (input, at) => posts.schedule(input, at),
  };
}

/** An invalid body, so that every create is refused. */
const NOTHING = 'a check of permissions' as never;

/**
 * Checks the key's permissions by creates with an invalid body. The service checks the key before the body, so a 403 means a
 * missing permission. @throws ApiError when a permission is missing or the key is invalid
 */
export async function checkPermissions(client: Client, { upload }: { upload: boolean }): Promise<void> {
  const { authors, sections, drafts, posts, images } = client;
  const creatable = [authors, sections, drafts, posts, ...(upload ? [images] : [])];
  const refusals: ApiError[] = [];
  for (const { create } of creatable) refusals.push(await expectRefusal(() => create({ body: NOTHING })));
  const lacking = refusals.filter(error => error instanceof Forbidden);
  const [first] = lacking;
  if (first) {
    const { status, code } = first;
    throw new Forbidden({ status, code, messages: lacking.flatMap(({ messages }) => messages) });
  }
}

/** The key or the service is at fault, so every other request would fail in the same way. */
function isFatalRefusal(error: ApiError): boolean {
  return (
    error instanceof ApiKeyInvalid ||
    error instanceof ApiKeyMissing ||
    error instanceof NotFound ||
    error instanceof UnexpectedAnswer
  );
}

async function expectRefusal(ask: () => Promise<unknown>): Promise<ApiError> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof ApiError && !isFatalRefusal(error)) return error;
    throw error;
  }
  throw new Error('An invalid record was accepted: is this the service?');
}
