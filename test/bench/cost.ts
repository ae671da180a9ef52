import { writeFile } from 'node:fs/promises';
import { PRICES } from '../../infra/dev/cost/prices.ts';
import { edgeCsv, monthsCsv, requestsCsv } from './cost/tables.ts';

const RESULTS = new URL('results/', import.meta.url);

/** `npm run cost`: computes the cost of a million requests to each endpoint and of a newsroom's month from budgets and prices. */
export async function run(): Promise<void> {
  console.log(`Prices of ${PRICES.region}, ${PRICES.date}\n`);
  for (const [file, { title, csv }] of Object.entries({
    'cost-requests.csv': { title: 'Dollars per million requests', csv: requestsCsv() },
    'cost-months.csv': { title: 'Dollars per month', csv: monthsCsv() },
    'cost-edge.csv': { title: 'Dollars per month, and the number of invalidations', csv: edgeCsv() },
  })) {
    console.log(`${title}\n${columns(csv)}`);
    await writeFile(new URL(file, RESULTS), csv);
  }
}

function columns(csv: string): string {
  return csv
    .split('\n')
    .map(line => {
      const [name = '', ...figures] = line.split(',');
      return name.padEnd(44) + figures.map(figure => figure.padStart(14)).join('');
    })
    .join('\n');
}
