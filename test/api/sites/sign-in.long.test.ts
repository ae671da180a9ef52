import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';
import { invite, makeAccount, type Account } from '../../support/resources/sessions.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM, useBrowser, type Opened } from '../../support/web/browser.ts';

describe.skipIf(CHROMIUM === undefined)('the sign-in page', () => {
  const api = useApi();
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

  async function fill(page: Page, { email, password }: Omit<Account, 'id'>): Promise<void> {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('signs in, and goes on to the page that next names', async () => {
    const account = await makeAccount(api);
    const page = await open('/sign-in?next=/api/1.3/me');
    await fill(page, account);
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');

    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ author: { id: account.id } });
    expect((await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['__Host-session', true],
    ]);
    // The browser may look for an icon of the JSON page.
    expect(opened!.faults.filter(fault => !fault.includes('404'))).toEqual([]);
  });

  it.each([
    [1280, false],
    [390, true],
  ])('says why a sign-in failed, at a width of %d (dark: %s)', async (width, dark) => {
    const page = await open('/sign-in/', { width, dark });
    expect(await page.evaluate('document.activeElement.id')).toBe('email');
    await fill(page, { email: 'stranger@example.org', password: 'nine years for a ferry' });
    await page.getByText('The email or the password is not right').waitFor();

    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The browser logs the refused request.
    expect(opened!.faults).toEqual([expect.stringContaining('401')]);
  });

  it('says that a link has ended before a password is chosen, and offers the sign-in', async () => {
    const { id, email } = await makeAccount(api);
    const { link, token } = await invite(api, id);
    await ok(api.post('/invitations', { token, email, password: 'ten years for a bridge' }, { key: null }));
    const { pathname, hash } = new URL(link);
    const page = await open(pathname + hash);
    await page.getByText('This link was used, has expired').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByLabel('New password').isVisible()).toBe(false);
    await fill(page, { email, password: 'ten years for a bridge' });
    await page.waitForURL(({ pathname: shown }) => shown === '/desk/');
  });

  it('sets the password of an invited author and signs in, with the secret nowhere in the address', async () => {
    const { id, email } = await makeAccount(api);
    const { link } = await invite(api, id);
    const page = await open(`${link.slice(new URL(link).origin.length).replace('#', '?next=/api/1.3/me#')}`, {
      width: 390,
    });

    expect(page.url()).toMatch(/\/sign-in\/\?next=\/api\/1\.3\/me$/);
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('New password').fill('ten years for a bridge');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ author: { id } });
    await ok(api.post('/sessions', { email, password: 'ten years for a bridge' }, { key: null }));
    // The browser looks for an icon of the JSON page.
    expect(opened!.faults.filter(fault => !fault.includes('404'))).toEqual([]);
  });

  it('enrols a passkey and makes recovery codes, and signs in with both', async () => {
    const account = await makeAccount(api);
    const page = await open('/sign-in/?next=/api/1.3/me');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await fill(page, account);
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');

    await page.goto(`${new URL(page.url()).origin}/sign-in/?next=/api/1.3/me#factors`);
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByText(/^(?:[0-9a-z-]{19}\s){9}/).waitFor();
    const [code = ''] = (await page.locator('#codes').innerText()).split('\n');

    await page.context().clearCookies();
    await page.goto(`${new URL(page.url()).origin}/sign-in?next=/api/1.3/me`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ author: { id: account.id } });

    await page.context().clearCookies();
    await page.goto(`${new URL(page.url()).origin}/sign-in?next=/api/1.3/me`);
    await page.getByText('Lost your passkey?').click();
    await page.getByLabel('Recovery code').fill(code);
    await fill(page, account);
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');
    // The browser looks for an icon of the JSON page.
    expect(opened!.faults.filter(fault => !fault.includes('404'))).toEqual([]);
  });

  it('is shown in no frame of another page', async () => {
    const page = await open('/docs/');
    await page.evaluate(
      `new Promise(resolve => {
        const frame = document.createElement('iframe');
        frame.src = '/sign-in/';
        frame.onload = resolve;
        document.body.append(frame);
      })`,
    );

    expect(await page.frames()[1]?.locator('form').count()).toBe(0);
    expect(opened!.faults.join()).toMatch(/frame-ancestors|frame-src|default-src/);
  });
});
