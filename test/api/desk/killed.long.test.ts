import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { Service } from '../../support/processes/service.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { freePort } from '../../support/web/free-port.ts';

describe.skipIf(CHROMIUM === undefined)('the desk while its service is killed', () => {
  const browser = useBrowser();
  const services: Service[] = [];
  let dir = '';
  afterEach(async () => {
    for (const service of services.splice(0)) await service.end('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  });

  it('keeps what is typed meanwhile, and sends it once the service is started again', async () => {
    dir = await mkdtemp(join(tmpdir(), 'broadsheet-'));
    const start = async (port: string) => {
      const service = new Service({ DATA_DIR: dir, PORT: port });
      services.push(service);
      return { service, api: await service.api(dir) };
    };
    const port = String(await freePort());
    const { service, api } = await start(port);
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>One.</p>' });
    const { page } = await browser.open(`${api.stack.url}/desk/posts/${id}#key=${api.adminKey}`);
    await page.getByRole('textbox', { name: 'Text' }).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Two.');
    await service.end('SIGKILL');
    await page.keyboard.type(' Three.');
    await page.getByText('Kept on this computer, sent when it is back').waitFor();
    const again = await start(port);
    expect(
      await eventually(
        () => ok(again.api.get(`/editor/posts/${id}`)),
        ({ body }) => body.includes('Three.'),
      ),
    ).toMatchObject({ body: '<p>One. Two. Three.</p>' });
    await page.locator('.save-state.saved').waitFor();
    await page.close();
  });
});
