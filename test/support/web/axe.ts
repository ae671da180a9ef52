import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: violations of WCAG 2.2 AA and of its best practices. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: any = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })`);
  return found.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
}
