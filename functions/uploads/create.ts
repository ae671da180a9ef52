import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { createUpload, UploadForm, UploadInput } from '../../shared/library/uploads/create.ts';

export default endpoint({
  body: UploadInput,
  answer: UploadForm,
  async handle({ body, caller }) {
    return { body: await createUpload(body, caller) };
  },
});
