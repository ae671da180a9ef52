import {
  ApiError,
  ApiKeyInvalid,
  ApiKeyMissing,
  Forbidden,
  UnexpectedAnswer,
  type Client,
} from '../../../client/source/index.ts';

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
  for (const { create } of creatable) refusals.push(await refusalOf(() => create({ body: NOTHING })));
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
    error instanceof ApiKeyInvalid || error instanceof ApiKeyMissing || error instanceof UnexpectedAnswer
  );
}

async function refusalOf(ask: () => Promise<unknown>): Promise<ApiError> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof ApiError && !isFatalRefusal(error)) return error;
    throw error;
  }
  throw new Error('An invalid record was accepted: is this the service?');
}
