import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { SizesQuery } from '../../shared/dam/input.ts';
import { Asset, presentAsset } from '../../shared/dam/present.ts';
import { readAsset } from '../../shared/dam/read.ts';
import { toView } from './view.ts';

export default endpoint({
  path: IdPath,
  query: SizesQuery,
  answer: Asset,
  async handle({ path, query, caller }) {
    const { value, version } = await readAsset(path.id, caller, readsConsistently(caller));
    return { body: await presentAsset(value, toView(caller, query.thumbnail_sizes)), version };
  },
});
