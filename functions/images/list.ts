import * as v from 'valibot';
import { ImageListQuery, ListedImage, listImages } from '../../shared/library/images/list.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';

export default endpoint({
  query: ImageListQuery,
  answer: v.array(ListedImage),
  async handle(request) {
    return await listImages(request);
  },
});
