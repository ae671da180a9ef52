import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { editImage } from '../../shared/images/edit.ts';
import { ImageEditInput } from '../../shared/images/input.ts';
import { Image, presentImage } from '../../shared/images/present.ts';

export default endpoint({
  path: IdPath,
  body: ImageEditInput,
  answer: Image,
  async handle({ path, body, ...request }) {
    const { value, version } = await editImage(path.id, body, request);
    return { body: presentImage(value), version };
  },
});
