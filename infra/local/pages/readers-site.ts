import { readFile } from 'node:fs/promises';
import { site } from '../../../shared/platform/site/site.ts';
import { Site, type SiteOptions } from '../../sites/reader/site.ts';

/** The readers' site of this machine, from its sources. @param api the address of the service */
export async function createReadersSite(api: string, fetch: SiteOptions['fetch']): Promise<Site> {
  const { siteTitle: title, language, timeZone, baseUrl, theme } = site();
  const css = await readFile(new URL('../../sites/reader/site.css', import.meta.url), 'utf8');
  return new Site({ api, title, language, timeZone, baseUrl, theme, css, fetch });
}
