import * as v from 'valibot';
import { writeNewsSitemap } from '../../shared/feeds/news-sitemap.ts';
import { XML_TYPE } from '../../shared/feeds/sitemap.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';

export default endpoint({
  answer: v.string(),
  handle: async () => ({ body: await writeNewsSitemap(), contentType: XML_TYPE }),
});
