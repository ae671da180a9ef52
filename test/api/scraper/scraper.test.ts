import { afterAll, beforeAll, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { startWeb, type Web } from '../../support/web/web.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { expectRefused } from '../../support/api/refused.ts';

const TEXT =
  'The council opened the bridge on Friday, after nine years of building, and the first to cross it were schoolchildren.';
const PAGE = `<!doctype html><html lang="en"><head><title>The bridge – Example Times</title>
<meta property="og:title" content="The bridge"><meta property="og:description" content="It opens.">
<meta property="og:image" content="/bridge.jpg"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="600">
<meta property="article:tag" content="Traffic"></head><body><article><p>${TEXT}</p><p>${TEXT}</p></article></body></html>`;

const api = useApi({}, named);
let web: Web;

beforeAll(async () => {
  web = await startWeb(({ url }, response) => {
    if (url === '/inside')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    else if (url === '/gone') response.writeHead(404).end('gone');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  exemptForLocalUse(new URL(web.origin).host);
});
afterAll(() => web.stop());

function scrape(url: string, call = {}) {
  return api.get('/scraper', { query: { url }, ...call });
}

it.skipIf(DEPLOYED)('GET /scraper answers with a page’s metadata and text', async () => {
  const { status, body } = await scrape(`${web.origin}/page`);

  expect(status).toBe(200);
  expect(body).toEqual({
    title: 'The bridge',
    headline: 'The bridge',
    body: expect.stringContaining(TEXT),
    description: 'It opens.',
    url: `${web.origin}/page`,
    favicon: expect.stringContaining(web.origin),
    parser: 'opengraph',
    type: expect.any(String),
    cacheable: true,
    extra: expect.objectContaining({ language: 'en', final_url: `${web.origin}/page` }),
    tags: ['Traffic'],
    images: [
      {
        url: `${web.origin}/bridge.jpg`,
        width: 1200,
        height: 600,
        type: 'image/jpeg',
        weight: expect.any(Number),
      },
    ],
    embed: { shortcode: '', shortcode_id: '', shortcode_adapter: '', media_html: '' },
    videos: [],
  });
});

it.skipIf(DEPLOYED)('GET /scraper answers a repeated URL from the table in one call', async () => {
  await scrape(`${web.origin}/once`);
  const calls = await countCalls(async () => {
    expect((await scrape(`${web.origin}/once`)).body.title).toBe('The bridge');
  });
  expect(commandsIn(calls)).toEqual(['GetItem']);
  expect(web.requests.filter(path => path === '/once')).toHaveLength(1);
});

it.skipIf(DEPLOYED)('GET /scraper ignores an expired result that DynamoDB has not deleted yet', async () => {
  const calls = await countCalls(() => scrape(`${web.origin}/expiring`));
  const put = calls.find(call => call.name === 'TransactWriteItemsCommand');
  const { Item: item } = (put!.input as any).TransactItems[0].Put;
  expect(item.expires).toBe(nowTs() + 600);
  await putItem({ ...item, expires: nowTs() - 1 });
  const kept = await getItem({ pk: item.pk, sk: item.sk }, { consistent: false });
  expect(kept === undefined || Number(kept.expires) < nowTs()).toBe(true);

  await scrape(`${web.origin}/expiring`);

  expect(web.requests.filter(path => path === '/expiring')).toHaveLength(2);
});

it.skipIf(DEPLOYED)('GET /scraper does not cache errors', async () => {
  expectRefused(await scrape(`${web.origin}/gone`), 502, 'upstream_failed', /.+/);
  expectRefused(await scrape(`${web.origin}/gone`), 502, 'upstream_failed', /.+/);
  expect(web.requests.filter(path => path === '/gone')).toHaveLength(2);
});

it('GET /scraper refuses every private address with the same message, also after a redirect', async () => {
  const refused = [
    await scrape('http://127.0.0.1:4000/'),
    await scrape('http://[::1]/'),
    await scrape('http://2130706433/'),
    await scrape('http://user:pass@example.org/'),
    await scrape('ftp://example.org/'),
    await scrape(`${web.origin}/inside`),
  ];
  const messages = new Set(refused.map(reply => String(reply.body.status.messages)));
  expect(messages.size).toBe(1);
  for (const reply of refused) expectRefused(reply, 400, 'url_not_allowed', [...messages][0]!);
});

it('GET /scraper refuses a malformed and a missing url', async () => {
  expectRefused(await scrape('the bridge'), 400, 'invalid_input', /^url: /);
  expectRefused(await api.get('/scraper'), 400, 'invalid_input', 'url: is required');
});

it('GET /scraper requires the permission write_draft', async () => {
  const { key } = await api.makeKey('Reader');
  expectRefused(await scrape(`${web.origin}/page`, { key }), 403, 'forbidden', /write_draft/);
});
