import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import {
  BulkAnswer,
  parseOperation,
  PostBody,
  PostQuery,
  parsePostBody,
} from '../../shared/library/dam/bulk/input.ts';
import { runBulk } from '../../shared/library/dam/bulk/run.ts';
import { Asset, presentAsset } from '../../shared/library/dam/present.ts';
import { createAsset } from '../../shared/library/dam/write.ts';
import { toView } from './view.ts';

export default endpoint({
  parse: parsePostBody,
  query: PostQuery,
  body: PostBody,
  answer: v.union([Asset, BulkAnswer]),
  async handle({ query, body, caller, methodOverride }) {
    const view = toView(caller, query.thumbnail_sizes);
    if (Array.isArray(body)) return { body: await runBulk(parseOperation(methodOverride), body, view) };
    const { value, version, files } = await createAsset(body, caller);
    return { body: await presentAsset(value, view, files), version };
  },
});
