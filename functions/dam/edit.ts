import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { AssetEditInput, SizesQuery } from '../../shared/dam/input.ts';
import { Asset, presentAsset } from '../../shared/dam/present.ts';
import { editAsset } from '../../shared/dam/write.ts';
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
