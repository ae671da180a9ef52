import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { AssetListQuery } from '../../shared/library/dam/list/input.ts';
import { AssetList, listAssets } from '../../shared/library/dam/list/list.ts';
import { toView } from './view.ts';

export default endpoint({
  query: AssetListQuery,
  answer: AssetList,
  async handle(request) {
    return await listAssets(request, toView(request.caller, request.query.thumbnail_sizes));
  },
});
