import * as v from 'valibot';
import { NotFound } from '../../shared/platform/core/errors.ts';
import {
  writeMonthSitemap,
  writePagesSitemap,
  writePostPagesSitemap,
  XML_TYPE,
} from '../../shared/feeds/sitemap.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';

const FILE = /^(pages-)?((?:19|20|21)\d\d-(?:0[1-9]|1[0-2]))\.xml$/;

export default endpoint({
  path: v.object({ file: v.string() }),
  answer: v.string(),
  async handle({ path }) {
    if (path.file === 'pages.xml') return { body: await writePagesSitemap(), contentType: XML_TYPE };
    const [, ofPages, month] = FILE.exec(path.file) ?? [];
    if (month === undefined) throw new NotFound('There is no sitemap of this name');
    const write = ofPages === undefined ? writeMonthSitemap : writePostPagesSitemap;
    return { body: await write(month), contentType: XML_TYPE };
  },
});
