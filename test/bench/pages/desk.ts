import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import * as v from 'valibot';
import { createClient, type Client } from '../../../infra/client/source/index.ts';
import { Service } from '../../support/processes/service.ts';
import { CHROMIUM } from '../../support/web/chromium.ts';

const POSTS = 10_000;
/** Requests at the same time while posts are made. */
const WRITERS = 16;
const WORDS = 20_000;
const WORDS_A_PARAGRAPH = 80;
const KEYS = 200;
/** Between keys: a fast typist. */
const KEY_MS = 60;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const QUIET_ROUNDS = 5;

/** The limits: to show the list, script for a key, and the main thread compared with a bare editable element. */
const LIMITS = { list: 300, script: 3, share: 1.7 };

/**
 * Measures the desk in a browser: how soon its list of 10,000 posts can be used, and what a key costs in a story of 20,000 words, compared
 * with an element that only has `contenteditable`. Exits with 1 when a limit is exceeded.
 */
export async function run(): Promise<void> {
  if (CHROMIUM === undefined) throw new Error('This bench needs Chromium: set CHROMIUM to its path.');
  const folder = await mkdtemp(join(tmpdir(), 'desk-'));
  const service = new Service({ DATA_DIR: join(folder, 'data') });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const { url, adminKey } = await service.ready(join(folder, 'data'));
    const client = createClient({ url, key: adminKey });
    await makePosts(client);
    await untilIdle(url);
    const text = writeText();
    const { id } = await client.drafts.create({ body: { headline: 'Long', body: text } });
    console.log(
      `${POSTS} posts, ${WORDS} words, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node.js ${process.version}`,
    );
    const page = await openDesk(browser, `${url}/desk/#key=${adminKey}`);
    report('the list can be used', await timeList(page, `${url}/desk/`), LIMITS.list, 'ms');
    await compareTyping(page, `${url}/desk/posts/${id}`, text);
  } finally {
    await browser.close();
    await service.end('SIGTERM');
    await rm(folder, { recursive: true });
  }
}

async function makePosts(client: Client): Promise<void> {
  let made = 0;
  const write = async (): Promise<void> => {
    while (made < POSTS) {
      const body = { headline: `Story ${++made}`, body: `<p>Text of story ${made}.</p>` };
      await (made % 3 === 0 ? client.drafts.create({ body }) : client.posts.create({ body }));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

const Health = v.object({ backlog_age_s: v.number() });

/** The service indexes posts after its answers: waits until nothing has been left to do for some seconds. */
async function untilIdle(url: string): Promise<void> {
  for (let quiet = 0; quiet < QUIET_ROUNDS;) {
    await setTimeout(ROUND_MS);
    const { backlog_age_s: age } = v.parse(Health, await (await fetch(`${url}/health`)).json());
    quiet = age === 0 ? quiet + 1 : 0;
  }
}

function writeText(): string {
  const paragraph = (number: number): string => {
    const words = Array.from(
      { length: WORDS_A_PARAGRAPH },
      (_, index) => `word${(number * 7 + index) % 997}`,
    );
    return `<p>${words.join(' ')}</p>`;
  };
  return Array.from({ length: WORDS / WORDS_A_PARAGRAPH }, (_, number) => paragraph(number)).join('\n');
}

async function openDesk(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(address);
  await page.locator('.rows li').first().waitFor();
  return page;
}

/** The median time from the beginning of the navigation until a story of the list can be opened. */
async function timeList(page: Page, address: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(address, { waitUntil: 'commit' });
    const time = await page.evaluate<number>(`new Promise(resolve => {
      const look = () => document.querySelector('.rows li a') ? resolve(performance.now()) : requestAnimationFrame(look);
      look();
    })`);
    times.push(time);
  }
  return times.sort((one, other) => one - other)[ROUNDS >> 1] ?? NaN;
}

interface Typing {
  /** Milliseconds for a key. */
  script: number;
  task: number;
}

async function compareTyping(page: Page, story: string, text: string): Promise<void> {
  await page.goto(story);
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  const desk = await timeTyping(page, '.text p:nth-of-type(100)');
  await page.goto('about:blank');
  await page.setContent(`<div contenteditable style="font: 1.1rem/1.6 serif">${text}</div>`);
  const bare = await timeTyping(page, 'p:nth-of-type(100)');
  report('script for a key', desk.script, LIMITS.script, 'ms');
  report(
    `main thread for a key: ${desk.task.toFixed(2)} ms, bare ${bare.task.toFixed(2)} ms`,
    desk.task / bare.task,
    LIMITS.share,
    'times',
  );
}

const Metrics = v.object({ metrics: v.array(v.object({ name: v.string(), value: v.number() })) });

/** Types words into the middle of a text. */
async function timeTyping(page: Page, paragraph: string): Promise<Typing> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const read = async (): Promise<Typing> => {
    const { metrics } = v.parse(Metrics, await devtools.send('Performance.getMetrics'));
    const find = (name: string): number =>
      1000 * (metrics.find(metric => metric.name === name)?.value ?? NaN);
    return { script: find('ScriptDuration'), task: find('TaskDuration') };
  };
  await page.locator(paragraph).click();
  await page.keyboard.type('warm up ', { delay: KEY_MS });
  const before = await read();
  await page.keyboard.type('word '.repeat(KEYS / 5), { delay: KEY_MS });
  const after = await read();
  await devtools.detach();
  return { script: (after.script - before.script) / KEYS, task: (after.task - before.task) / KEYS };
}

function report(what: string, value: number, most: number, unit: string): void {
  const isHeld = value <= most;
  console.log(`${what}: ${value.toFixed(2)} ${unit} (limit ${most}): ${isHeld ? 'held' : 'MISSED'}`);
  if (!isHeld) process.exitCode = 1;
}
