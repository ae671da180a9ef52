import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { AssetEditInput, SizesQuery } from '../../shared/library/dam/input.ts';
import { Asset, presentAsset } from '../../shared/library/dam/present.ts';
import { editAsset } from '../../shared/library/dam/write.ts';
import { toView } from './view.ts';

export default endpoint({
  path: IdPath,
  query: SizesQuery,
  body: AssetEditInput,
  answer: Asset,
  async handle({ path, query, body, caller, ifMatch }) {
    const { value, version } = await editAsset(path.id, body, { caller, ifMatch });
    return { body: await presentAsset(value, toView(caller, query.thumbnail_sizes)), version };
  },
});
