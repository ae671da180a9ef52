import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { SizesQuery } from '../../shared/library/dam/input.ts';
import { Asset, presentAsset } from '../../shared/library/dam/present.ts';
import { readAsset } from '../../shared/library/dam/read.ts';
import { toView } from './view.ts';

export default endpoint({
  path: IdPath,
  query: SizesQuery,
  answer: Asset,
  async handle({ path, query, caller }) {
    const { value, version } = await readAsset(path.id, caller, { consistent: readsConsistently(caller) });
    return { body: await presentAsset(value, toView(caller, query.thumbnail_sizes)), version };
  },
});
