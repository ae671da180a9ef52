import { writeFile } from 'node:fs/promises';
import { PRICES } from '../../infra/dev/cost/prices.ts';
import { edgeCsv, monthsCsv, requestsCsv } from './cost/tables.ts';

const RESULTS = new URL('results/', import.meta.url);

/** `npm run cost`: computes the cost of a million requests to each endpoint and of a newsroom's month from budgets and prices. */
export async function run(): Promise<void> {
  console.log(`Prices of ${PRICES.region}, ${PRICES.date}, in dollars\n`);
  for (const [file, csv] of Object.entries({
    'cost-requests.csv': requestsCsv(),
    'cost-months.csv': monthsCsv(),
    'cost-edge.csv': edgeCsv(),
  })) {
    console.log(columns(csv));
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
