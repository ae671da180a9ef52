import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../infra/dev/openapi/identity-provider.ts';
import { useApi } from '../../support/api/api.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import { byProvider, startProvider } from '../../support/resources/single-sign-on.ts';
import { CHROMIUM, useBrowser, type Opened } from '../../support/web/browser.ts';

const BUTTON = 'Sign in with your organization';

describe.skipIf(CHROMIUM === undefined)('the sign-in page of a site without passwords', () => {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  const api = useApi(() => ({ signIn: { passwords: false, singleSignOn: byProvider(provider.issuer) } }));
  afterAll(async () => {
    await provider.stop();
  });
  const browser = useBrowser();
  let opened: Opened | undefined;
  afterEach(async () => {
    await opened?.page.close();
    opened = undefined;
  });

  async function open(path: string, options = {}): Promise<Page> {
    opened = await browser.open(`${api.stack.url.replace('127.0.0.1', 'localhost')}${path}`, options);
    return opened.page;
  }

  async function makePerson(): Promise<number> {
    const { id, email } = await makeAccount(api, { password: null });
    provider.person = { email, email_verified: true };
    return id;
  }

  it.each([
    ['/api/1.3/me', '/api/1.3/me'],
    ['//attacker.example/', '/desk/'],
    ['https://attacker.example/', '/desk/'],
  ])('signs in at the provider, and goes on from next=%s to %s', async (next, path) => {
    const id = await makePerson();
    const page = await open(`/sign-in/?next=${encodeURIComponent(next)}`, { width: 390 });
    expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(false);
    await page.getByRole('button', { name: BUTTON }).click();
    await page.waitForURL(url => url.hostname === 'localhost' && url.pathname === path);

    const me: any = await page.evaluate(`fetch('/api/1.3/me').then(reply => reply.json())`);
    expect(me).toMatchObject({ author: { id } });
    expect((await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['__Host-session', true],
    ]);
  });

  it('says why a person was refused, and leaves nothing of it in the address', async () => {
    provider.person = { email: 'stranger@example.org', email_verified: true };
    const page = await open('/sign-in/?next=/docs/', { width: 1280 });
    await page.getByRole('button', { name: BUTTON }).click();
    await page.getByText('There is no author with your email on this site').waitFor();

    expect(page.url()).toMatch(/\/sign-in\/\?next=%2Fdocs%2F$/);
    expect(await page.getByRole('button', { name: BUTTON }).isVisible()).toBe(true);
  });

  it('says that the provider did not sign in, without words from the address', async () => {
    const page = await open('/sign-in/?error=access_denied&error_description=Call+the+attacker&state=x');
    await page.getByText('The identity provider did not sign you in. Try again.').waitFor();

    expect(await page.locator('body').innerText()).not.toContain('attacker');
    expect(page.url()).toMatch(/\/sign-in\/$/);
  });
});
