import {
  ApiError,
  ApiKeyInvalid,
  ApiKeyMissing,
  Forbidden,
  UnexpectedAnswer,
  type Client,
} from '../../../client/source/index.ts';

/** No record, whatever the types say, and so a request that is refused whatever it is sent to. */
const NOTHING = 'a check of permissions' as never;

/**
 * Asks of everything that will be made whether this key may make it. The service looks at the key before the body, so a key that
 * may not is told apart from one that sends nonsense. Throws ApiError when it may not, or is none.
 */
export async function checkPermissions(client: Client, { upload }: { upload: boolean }): Promise<void> {
  const { authors, sections, drafts, posts, images } = client;
  const made = [authors, sections, drafts, posts, ...(upload ? [images] : [])];
  const refusals: ApiError[] = [];
  for (const { create } of made) refusals.push(await refusalOf(() => create({ body: NOTHING })));
  const lacking = refusals.filter(error => error instanceof Forbidden);
  const [first] = lacking;
  if (first) {
    const { status, code } = first;
    throw new Forbidden({ status, code, messages: lacking.flatMap(({ messages }) => messages) });
  }
}

/** No key, or no service: whatever else is asked is answered the same. */
function concernsEverything(error: ApiError): boolean {
  return (
    error instanceof ApiKeyInvalid || error instanceof ApiKeyMissing || error instanceof UnexpectedAnswer
  );
}

async function refusalOf(ask: () => Promise<unknown>): Promise<ApiError> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof ApiError && !concernsEverything(error)) return error;
    throw error;
  }
  throw new Error('Nonsense was taken for a record: is this the service?');
}
