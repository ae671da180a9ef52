import * as v from 'valibot';

/** All that an export needs of a client of the API: a GET that is tried again while the service is busy or out of reach. */
export interface Api {
  get(path: string): Promise<{ body: unknown; link: string | null }>;
}

const Refused = v.object({ status: v.number() });

/** The status with which the service refused a request. */
export const statusOf = (error: unknown): number | undefined =>
  v.is(Refused, error) ? error.status : undefined;

const TOO_LARGE = 413;

/** All records of a list, page by page. A page that is too large to be answered is asked for again, record by record. */
export async function* listAll<T>(
  api: Api,
  path: string,
  { query = {}, limit, size = 'limit' }: { query?: Record<string, string>; limit: number; size?: string },
  page: v.GenericSchema<unknown, T[]>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  let alone = 0;
  for (;;) {
    const asked: string = alone > 0 ? '1' : String(limit);
    const search = new URLSearchParams({ ...query, [size]: asked, ...(cursor !== null && { cursor }) });
    const answer = await getPage(api, `${path}?${search.toString()}`, alone === 0 && limit > 1);
    if (answer === undefined) {
      alone = limit;
      continue;
    }
    alone = Math.max(0, alone - 1);
    yield* v.parse(page, answer.body);
    cursor = nextCursor(answer.link);
    if (cursor === null) return;
  }
}

async function getPage(api: Api, path: string, mayBeTooLarge: boolean) {
  try {
    return await api.get(path);
  } catch (error) {
    if (mayBeTooLarge && statusOf(error) === TOO_LARGE) return undefined;
    throw error;
  }
}

/** Only the cursor is taken from the link: the address that the service knows itself by may not be reachable here. */
function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://link.invalid').searchParams.get('cursor');
}

/** undefined when there is none of this id. */
export async function getOne<T>(
  api: Api,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  try {
    return v.parse(schema, (await api.get(path)).body);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
