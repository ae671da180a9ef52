import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { makeAccount, type Account } from '../../support/resources/sessions.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { DeskPages, useDeskApi } from '../../support/web/desk.ts';

const EDITOR = { role: 'Editor' };
const requestsTo = (id: number) => new RegExp(`/editor/posts/${id}$`);

describe.skipIf(CHROMIUM === undefined)('signing in at the desk', () => {
  const api = useDeskApi();
  const browser = useBrowser();
  const desk = new DeskPages(api);

  it('takes a passkey, or the password and a recovery code', async () => {
    const { email, password } = await makeAccount(api);
    // Browsers make passkeys for names only.
    const origin = api.stack.url.replace('127.0.0.1', 'localhost');
    const { page } = await browser.open(`${origin}/sign-in/?next=/api/1.3/me`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    const signIn = async (): Promise<void> => {
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn();
    await page.waitForURL(({ pathname }) => pathname === '/api/1.3/me');
    await page.goto(`${origin}/sign-in/?next=/desk/#factors`);
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByText(/^(?:[0-9a-z-]{19}\s){9}/).waitFor();
    const [code = ''] = (await page.locator('#codes').innerText()).split('\n');

    await page.context().clearCookies();
    await page.goto(`${origin}/desk/`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Choose a story').waitFor();

    await page.context().clearCookies();
    await page.goto(`${origin}/desk/`);
    await signIn();
    await page.getByText('also needs its passkey').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Choose a story').waitFor();
    await page.close();
  });

  it('takes the key of a link that is opened in a tab with the desk, and removes it from the address', async () => {
    const page = await desk.signedOut();
    await page.getByRole('button', { name: 'Use an API key instead' }).waitFor();
    await page.goto(`${page.url()}#key=${api.adminKey}`);
    await page.getByText('Choose a story').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    desk.faults.length = 0;
  });

  it('sends what was written and asked for before it signs out', async () => {
    const [text, asked] = [
      await makeDraft(api, { headline: 'Text' }),
      await makeDraft(api, { headline: 'Asked' }),
    ];
    const page = await desk.open(`posts/${asked.id}`);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.locator(`.rows a[href="/desk/posts/${text.id}"]`).click();
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Text at last');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await ok(api.get(`/editor/posts/${text.id}`))).toMatchObject({ headline: 'Text at last' });
    expect(await ok(api.get(`/posts/${asked.id}`))).toMatchObject({ status: 'published' });
    desk.faults.length = 0;
  });

  it('keeps what can’t be sent before it signs out, for its author only', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}`);
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true });
    await page.route(requestsTo(id), (route, request) =>
      request.method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await headline.fill('Bridge, unsent');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.unroute(requestsTo(id));

    const signIn = async (key: string): Promise<void> => {
      await page.getByRole('button', { name: 'Use an API key instead' }).click();
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await headline.waitFor();
    };
    await signIn((await api.makeKey('Editor')).key);
    expect(await headline.inputValue()).toBe('Bridge');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(api.adminKey);
    await page.getByText('Brought back what you wrote').waitFor();
    expect(await headline.inputValue()).toBe('Bridge, unsent');
    desk.faults.length = 0;
  });

  it('shows and sends nothing that another author wrote before the session ended', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}`);
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true });
    await headline.waitFor();
    const status = { code: 'session_ended', messages: ['The session has ended'] };
    await page.route(/\/api\//, route => route.fulfill({ status: 401, json: { status, data: null } }));
    await headline.fill('Bridge, unsent');
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    await page.unroute(/\/api\//);
    await page.getByLabel('API key').fill((await api.makeKey('Editor')).key);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await eventually(
      () => headline.inputValue(),
      shown => shown === 'Bridge',
    );
    expect(await ok(api.get(`/editor/posts/${id}`))).toMatchObject({ headline: 'Bridge' });

    await page.goto(`${page.url()}#key=${api.adminKey}`);
    await page.getByText('Brought back what you wrote').waitFor();
    expect(await headline.inputValue()).toBe('Bridge, unsent');
    desk.faults.length = 0;
  });

  it('sends nothing under the name of an author who signs in in another tab, and keeps it for its own', async () => {
    const [author, other] = [await makeAccount(api, EDITOR), await makeAccount(api, EDITOR)];
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.signedOut(undefined, `posts/${id}`);
    // All tabs have the cookie that this one gets.
    const signInElsewhere = ({ email, password }: Account): Promise<number> =>
      page.evaluate(async body => {
        const headers = { 'content-type': 'application/json', 'x-requested-with': 'page' };
        return (await fetch('/api/1.3/sessions', { method: 'POST', headers, body })).status;
      }, JSON.stringify({ email, password }));
    await page.getByLabel('Email').fill(author.email);
    await page.getByLabel('Password', { exact: true }).fill(author.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true });
    await headline.waitFor();
    expect(await signInElsewhere(other)).toBe(200);
    await headline.fill('Bridge, unsent');
    await eventually(
      () => headline.inputValue(),
      shown => shown === 'Bridge',
    );
    expect(await ok(api.get(`/editor/posts/${id}`))).toMatchObject({ headline: 'Bridge' });

    expect(await signInElsewhere(author)).toBe(200);
    await page.reload();
    await page.getByText('Brought back what you wrote').waitFor();
    expect(await headline.inputValue()).toBe('Bridge, unsent');
    desk.faults.length = 0;
  });

  it('says how a forgotten password is replaced, and leads to no page without another way', async () => {
    const page = await desk.signedOut();
    await page.getByText('Ask an administrator for a new invitation.').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    desk.faults.length = 0;
  });
});
