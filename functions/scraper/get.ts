import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { requiredQuery } from '../../shared/platform/http/query.ts';
import { cachedResult, cacheResult } from '../../shared/scraper/cache.ts';
import { ScraperResult } from '../../shared/scraper/result.ts';
import { scrape } from '../../shared/scraper/scrape.ts';

export default endpoint({
  query: v.object({ url: requiredQuery(4000) }),
  answer: ScraperResult,
  async handle({ query }) {
    const known = await cachedResult(query.url);
    if (known) return { body: known };
    const result = await scrape(query.url);
    await cacheResult(query.url, result);
    return { body: result };
  },
});
