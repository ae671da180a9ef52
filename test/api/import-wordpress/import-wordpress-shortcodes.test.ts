import { afterAll, beforeAll, expect, it } from 'vitest';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { useApi } from '../../support/api/api.ts';
import { byCursor } from '../../support/api/walk.ts';
import { importInto } from '../../support/import/importing.ts';
import { runHere } from '../../support/processes/cli.ts';
import { quartered } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';
import { startWeb, type Web } from '../../support/web/web.ts';
import { attachment, exportFile, item, wxr } from '../../unit/cli/import-wordpress/export.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media` }));
const UPLOADS = '/wp-content/uploads/2020/01';
let web: Web;
let file: string;

const GALLERY = 'One\n\n[gallery ids="11,10,99"]\n\nTwo';
const CAPTION = `[caption id="attachment_10" align="alignleft" width="300"]<img class="wp-image-10" src="${UPLOADS}/bridge-300x225.jpg" width="300" height="225" /> The <em>bridge</em>[/caption]\nhttps://youtu.be/dQw4w9WgXcQ\nTwo`;
const BLOCK =
  '<!-- wp:embed {"url":"https://a.example/b"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://a.example/b\n</div></figure>\n<!-- /wp:embed -->';

beforeAll(async () => {
  const picture = await quartered(800, 600);
  web = await startWeb((request, response) => {
    const isThere = /(?:bridge|mill)\.jpg$/.test(request.url ?? '');
    response.writeHead(isThere ? 200 : 404).end(isThere ? picture : undefined);
  });
  exemptForLocalUse([...web.allow].join(','));
  file = exportFile(
    wxr(
      ...[GALLERY, CAPTION, BLOCK, CAPTION].map((content, index) =>
        item({ post_id: String(index + 1), content: `<![CDATA[${content}]]>` }),
      ),
      attachment(10, `${web.origin}${UPLOADS}/bridge.jpg`, { _wp_attachment_image_alt: 'A "bridge"' }),
      attachment(11, `${web.origin}${UPLOADS}/mill.jpg`, {}, { excerpt: 'The mill &amp;amp; more' }),
    ).replaceAll('https://news.example/blog/', `${web.origin}/`),
  );
  expect(await importInto(api, file)).toMatchObject({ failures: [], aborted: undefined });
});
afterAll(() => web.stop());

/** The posts by their ids in WordPress. */
async function posts(): Promise<Map<number, any>> {
  const found = await Promise.all(
    (await byCursor(api, '/posts')).map(({ id }) => ok(api.get(`/posts/${id}`))),
  );
  return new Map(found.map(post => [post.roar_specific_data.wordpress.id, post]));
}

it('imports what WordPress shows in place of its shortcodes', async () => {
  const found = await posts();
  expect(found.get(1).body).toMatch(
    /^<p>One<\/p>\n<figure class="gallery-item"><img src="[^"]+\/media\/[^"]+" srcset="[^"]+" width="800" height="600" alt=""><figcaption>The mill &amp; more<\/figcaption><\/figure>\n<figure class="gallery-item"><img src="[^"]+\/media\/[^"]+" srcset="[^"]+ 800w" width="800" height="600" alt="A &quot;bridge&quot;"><\/figure>\n<p>Two<\/p>\n$/,
  );
  expect(found.get(2).body).toMatch(
    /^<figure class="wp-caption alignleft"><img class="wp-image-10" src="[^"]+\/media\/[^"]+" width="300" height="225" \/><figcaption>The <em>bridge<\/em><\/figcaption><\/figure>\n<p><iframe src="https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ" [^>]*><\/iframe><br \/>\nTwo<\/p>\n$/,
  );
  expect(found.get(3).body).toBe(
    BLOCK.replace(
      '\nhttps://a.example/b\n',
      '\n<p><a href="https://a.example/b">https://a.example/b</a></p>\n',
    ),
  );
});

it('repairs posts of earlier versions, with shortcodes as text or without paragraphs', async () => {
  const imported = await posts();
  const store = (id: number, body: string) => ok(api.put(`/posts/${imported.get(id).id}`, { body }));
  const [, source = ''] = /<img[^>]* src="([^"]*)"/.exec(imported.get(2).body) ?? [];
  const withPicture = CAPTION.replace(/(?<=src=")[^"]*/, source);
  await store(1, '<p>One</p>\n[gallery ids="11,10,99"]\n<p>Two</p>\n');
  await store(2, `<p>${withPicture.replaceAll('\n', '<br />\n')}</p>\n`);
  await store(3, BLOCK);
  await store(4, withPicture);
  const repair = (...more: string[]) =>
    runHere(repairing, [file, '--url', api.stack.url, '--key', api.adminKey, ...more]);

  const shown = await repair();
  expect(shown.stdout).toContain('3 posts get pictures and players in place of shortcodes and addresses');
  expect(shown.stdout).toContain('1 posts get paragraphs');
  expect(shown.stdout).toContain('"A title": 2 pictures, 0 players, 0 links');
  expect((await repair('--apply')).code).toBe(0);
  const now = await posts();
  for (const id of [1, 2, 3, 4]) expect(now.get(id).body).toBe(imported.get(id).body);

  await store(1, '<p>One</p>\n[gallery ids="11,10,99"]\n<p>Three</p>\n');
  const again = await repair('--apply');
  expect(again.stdout).toContain('3 posts are right');
  expect(again.stdout).toContain('1 posts have been edited');
});
