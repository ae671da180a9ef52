import { chromium, type Page } from 'playwright-core';
import * as v from 'valibot';

const OPERATIONS = [
  'postsCreate',
  'postsList',
  'imagesCreate',
  'webhooksCreate',
  'editorEditPost',
  'sectionsSetOrder',
];
const ROUNDS = 5;

const Metrics = v.object({ metrics: v.array(v.object({ name: v.string(), value: v.number() })) });

/** The median time of the main thread, in milliseconds, to show an operation of the reference from another page of it. */
export async function timeOperations(url: string, executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage();
      await page.goto(`${url}/docs/`, { waitUntil: 'networkidle' });
      for (const name of OPERATIONS) times.push(await timePage(page, `${url}/docs/operations/${name}.html`));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return times.sort((one, other) => one - other)[times.length >> 1] ?? NaN;
}

async function timePage(page: Page, address: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const readMs = async (): Promise<number> => {
    const { metrics } = v.parse(Metrics, await devtools.send('Performance.getMetrics'));
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  await devtools.send('Performance.enable');
  const before = await readMs();
  await page.goto(address, { waitUntil: 'networkidle' });
  const after = await readMs();
  await devtools.detach();
  // A new process of the page counts from zero.
  return after < before ? after : after - before;
}
