import { chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../support/web/chromium.ts';
import { bundleMeasure, readBodies, type Body } from './fidelity/bodies.ts';
import type { Fidelity } from './fidelity/result.ts';

/** Edits of each body, each at another place. */
const EDITS = 10;

interface Row {
  bodies: number;
  edits: number;
  'same untouched': string;
  'other blocks same': string;
  'same meaning': string;
  'only the text added': string;
  'text that can be edited': string;
}

/**
 * Opens, edits and saves bodies in a browser as the desk does. `paths` are folders with .html files, or JSON files with a list of
 * `{set, html}`; without any, the hard bodies of this project. Fails when an untouched body changes, when another block
 * than the edited one does, or when what was saved means something else.
 */
export async function run(paths: readonly string[]): Promise<void> {
  const bodies = paths.length > 0 ? (await Promise.all(paths.map(readBodies))).flat() : await readBodies();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundleMeasure() });
    const rows: Record<string, Row> = {};
    const results = await measure(page, bodies);
    for (const set of new Set(results.map(result => result.set)))
      rows[set] = summarize(results.filter(result => result.set === set));
    console.table({ ...rows, all: summarize(results) });
    if (!results.every(isFaithful)) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

function isFaithful({ isSameUntouched, edited }: Fidelity): boolean {
  return isSameUntouched && (!edited || (edited.areOthersSame && edited.isSameMeaning));
}

interface Result extends Fidelity {
  set: string;
}

async function measure(page: Page, bodies: readonly Body[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const { set, html } of bodies)
    for (let edit = 0; edit < EDITS; edit++) {
      const call = `fidelity.measureFidelity(${JSON.stringify(html)}, ${(edit + 0.5) / EDITS})`;
      results.push({ set, ...(await page.evaluate<Fidelity>(call)) });
    }
  return results;
}

function summarize(results: readonly Fidelity[]): Row {
  const edits = results.flatMap(({ edited }) => edited ?? []);
  const sum = (key: 'characters' | 'editableCharacters') =>
    results.reduce((total, result) => total + result[key], 0);
  return {
    bodies: results.length / EDITS,
    edits: edits.length,
    'same untouched': percent(results.filter(result => result.isSameUntouched).length, results.length),
    'other blocks same': percent(edits.filter(result => result.areOthersSame).length, edits.length),
    'same meaning': percent(edits.filter(result => result.isSameMeaning).length, edits.length),
    'only the text added': percent(edits.filter(result => result.isOnlyTextAdded).length, edits.length),
    'text that can be edited': percent(sum('editableCharacters'), sum('characters')),
  };
}

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
