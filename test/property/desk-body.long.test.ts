import fc from 'fast-check';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleMeasure, readBodies } from '../bench/fidelity/bodies.ts';
import type { Fidelity } from '../bench/fidelity/result.ts';
import { rounds } from '../support/run/rounds.ts';
import { HTML_PARTS } from '../support/values/html-parts.ts';
import { CHROMIUM } from '../support/web/browser.ts';

const soup = fc.array(fc.constantFrom(...HTML_PARTS), { maxLength: 40 }).map(parts => parts.join(''));

describe.skipIf(CHROMIUM === undefined)('a body that the desk opens, edits and saves', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    if (CHROMIUM === undefined) return;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await browser.newPage();
    await page.addScriptTag({ content: await bundleMeasure() });
  });
  afterAll(async () => {
    if (CHROMIUM !== undefined) await browser.close();
  });

  const measure = async (html: string, chance: number): Promise<Fidelity> =>
    await page.evaluate(`fidelity.measureFidelity(${JSON.stringify(html)}, ${chance})`);

  /** What a body must keep, whatever it is. */
  async function requireFidelity(html: string, chance: number): Promise<void> {
    const { isSameUntouched, edited } = await measure(html, chance);
    expect(isSameUntouched).toBe(true);
    if (edited) expect(edited).toMatchObject({ areOthersSame: true, isSameMeaning: true });
  }

  it('keeps every byte without an edit, and those of other blocks after one, in the hard bodies of the bench', async () => {
    for (const { html } of await readBodies())
      for (let chance = 0.05; chance < 1; chance += 0.1) await requireFidelity(html, chance);
  });

  it('keeps every byte of random sources', async () => {
    const chances = fc.double({ min: 0, max: 0.999, noNaN: true });
    const property = fc.asyncProperty(soup, chances, requireFidelity);
    await fc.assert(property, { numRuns: rounds(300, 1000) });
  });
});
