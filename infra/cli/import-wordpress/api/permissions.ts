import type { ApiClient } from '../../../client/client.ts';
import { ApiError, isForbidden } from '../../../client/errors.ts';

/** What an import makes, each with a permission of its own. */
const MADE = ['/api/1.1/authors', '/api/1.3/sections', '/api/1.3/drafts', '/api/1.3/posts'];
const IMAGES = '/api/1.3/images';

/** No object, and so a request that is refused whatever it is sent to. */
const NOTHING = 'a check of permissions';

/**
 * Asks of everything that will be made whether this key may make it. The service looks at the key before the body, so a key that
 * may not is told apart from one that sends nonsense. Throws ApiError when it may not, or is none.
 */
export async function checkPermissions(client: ApiClient, { upload }: { upload: boolean }): Promise<void> {
  const paths = upload ? [...MADE, IMAGES] : MADE;
  const refusals: ApiError[] = [];
  for (const path of paths) refusals.push(await refusalOf(client, path));
  const unkeyed = refusals.find(error => error.status === 401 || error.status === 403);
  if (!unkeyed) return;
  const lacking = refusals.filter(isForbidden).flatMap(({ messages }) => messages);
  if (lacking.length === 0) throw unkeyed;
  throw new ApiError(unkeyed.status, unkeyed.code, lacking, null);
}

async function refusalOf(client: ApiClient, path: string): Promise<ApiError> {
  try {
    await client.post(path, NOTHING);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${path} took nonsense for a record: is this the service?`);
}
