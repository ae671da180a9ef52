import { endpoint } from '../../shared/http/endpoint.ts';
import { createUpload, UploadForm, UploadInput } from '../../shared/uploads/create.ts';

export default endpoint({
  body: UploadInput,
  answer: UploadForm,
  async handle({ body, caller }) {
    return { body: await createUpload(body, caller) };
  },
});
