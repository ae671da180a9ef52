import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { EDGE_HEADERS } from '../../../shared/platform/http/edge.ts';
import { MAX_BYTES, writeFunctionCode } from '../../../infra/stack/edge/function-code.ts';

const code = writeFunctionCode({ apiKeyHeader: 'x-desk-key', origins: ['https://www.example.org'] });

interface Request {
  method?: string;
  uri?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  cookies?: string[];
}

const toValues = (texts: Record<string, string>): any =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, { value }]));
const toTexts = (values: any): Record<string, string> =>
  Object.fromEntries(Object.entries<any>(values).map(([name, { value }]) => [name, value]));

let count = 0;

function run({ method = 'GET', uri = '/', query = {}, headers = {}, cookies = [] }: Request) {
  const request = runInNewContext(`${code}; handler`)({
    context: { requestId: `request-${++count}` },
    viewer: { ip: '203.0.113.7' },
    request: {
      ...{ method, uri, querystring: toValues(query) },
      headers: toValues({ host: 'www.example.com', ...headers }),
      cookies: Object.fromEntries(cookies.map(name => [name, { value: 'x' }])),
    },
  });
  return { ...request, query: toTexts(request.querystring), headers: toTexts(request.headers) };
}

/** What CloudFront keeps an answer under. */
function cacheKey(request: Request): string {
  const { uri, query, headers } = run(request);
  const { accept = '', origin = '', 'x-broadsheet-alone': alone = '' } = headers;
  return JSON.stringify([uri, Object.entries(query), accept, origin, alone]);
}

const LIST = '/api/1.3/posts';

describe('function of the edge', () => {
  it('fits into CloudFront’s limit, also with a long list of origins', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(MAX_BYTES / 2);
  });

  it('has the headers that the API reads', () => {
    for (const name of Object.values(EDGE_HEADERS)) expect(code).toContain(`"${name}"`);
  });

  it('tells the API the client’s address and the host, whatever the client claims', () => {
    const { headers } = run({
      headers: {
        'x-broadsheet-address': '198.51.100.1',
        'x-broadsheet-host': 'evil.example',
        'x-broadsheet-secret': 'x',
      },
    });

    expect(headers).toEqual({
      ...{ host: 'www.example.com', accept: '*/*' },
      ...{ 'x-broadsheet-address': '203.0.113.7', 'x-broadsheet-host': 'www.example.com' },
    });
  });

  it.each<[string, Request]>([
    ['an Authorization header', { headers: { authorization: 'Bearer x' } }],
    ['Basic authorization', { headers: { authorization: 'Basic x' } }],
    ['x-svcauth', { headers: { 'x-svcauth': 'x' } }],
    ['the site’s own key header', { headers: { 'x-desk-key': 'x' } }],
    ['a key in the query', { query: { api_key: 'x' } }],
    ['a key in the query under an encoded name', { query: { 'api%5Fkey': 'x' } }],
    ['a key in the query as a list', { query: { 'api_key%5B%5D': 'x' } }],
    ['the cookie of a session', { cookies: ['__Host-session'] }],
    ['a preview', { uri: '/a-post', query: { preview: 'x' } }],
    ['strict handling', { headers: { prefer: 'handling=strict' } }],
    ['a parameter whose name can’t be decoded', { query: { '%E0%A4%A': 'x' } }],
    ['a method that changes something', { method: 'POST' }],
  ])('gives each request with %s a cache key of its own, and changes nothing else of it', (_, given) => {
    const request = { uri: LIST, ...given };

    expect(cacheKey(request)).not.toBe(cacheKey(request));
    const { query, headers, cookies } = run(request);
    expect(query).toEqual(given.query ?? {});
    expect(headers).toMatchObject(given.headers ?? {});
    expect(Object.keys(cookies)).toEqual(given.cookies ?? []);
  });

  it('does not let a client choose the cache key of a request without a credential', () => {
    expect(run({ uri: LIST, headers: { 'x-broadsheet-alone': 'mine' } }).headers).not.toHaveProperty(
      'x-broadsheet-alone',
    );
  });

  it('keeps known parameters only, in one order, and no cookie', () => {
    const one = { uri: LIST, query: { tags: 'a', limit: '5', utm_source: 'x' }, cookies: ['_ga'] };
    const other = { uri: LIST, query: { fbclid: 'y', limit: '5', tags: 'a' } };

    expect(cacheKey(one)).toBe(cacheKey(other));
    expect(run(one).query).toEqual({ limit: '5', tags: 'a' });
    expect(run(one).cookies).toEqual({});
    expect(cacheKey({ uri: LIST, query: { limit: '6' } })).not.toBe(
      cacheKey({ uri: LIST, query: { limit: '5' } }),
    );
  });

  it('knows the parameters of each kind of address', () => {
    const query = { q: 'a', safe: '1', tag: 'b', p: '1', next: '/docs/', since: '1' };
    const left = (uri: string): string[] => Object.keys(run({ uri, query }).query);

    expect(left('/')).toEqual(['p', 'q']);
    expect(left('/a-post')).toEqual(['q']);
    expect(left('/sign-in')).toEqual(['next']);
    expect(left('/feeds/rss')).toEqual(['tag']);
    expect(left('/api/1.3/posts/7')).toEqual(['safe']);
    expect(left('/api/1.3/posts/7/')).toEqual(['safe']);
    expect(left('/api/1.3/posts/changes')).toEqual(['since']);
    expect(left('/api/1.3/unknown')).toEqual([]);
  });

  it('leaves the kind of answer, and of origins only those that the API allows', () => {
    const accept = (value: string): string | undefined => run({ headers: { accept: value } }).headers.accept;
    const origin = (value: string): string | undefined => run({ headers: { origin: value } }).headers.origin;

    expect(accept('text/html,application/xhtml+xml;q=0.9')).toBe('text/html');
    expect(accept('application/json')).toBe('*/*');
    expect(origin('https://www.example.org')).toBe('https://www.example.org');
    expect(origin('https://evil.example')).toBeUndefined();
  });

  it('keeps the parameters of every list that answers without a key', () => {
    const lists = routeList.filter(
      ({ method, ceilings, path }) => method === 'GET' && ceilings && path.endsWith('posts'),
    );

    expect(lists.length).toBeGreaterThan(0);
    for (const { path } of lists)
      expect(Object.keys(run({ uri: path, query: { cursor: 'x' } }).query)).toEqual(['cursor']);
  });
});
