import { endpoint } from '../../shared/http/endpoint.ts';
import { AssetListQuery } from '../../shared/dam/list/input.ts';
import { AssetList, listAssets } from '../../shared/dam/list/list.ts';

export default endpoint({
  query: AssetListQuery,
  answer: AssetList,
  async handle(request) {
    return await listAssets(request);
  },
});
