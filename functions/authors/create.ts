import { AuthorCreateInput } from '../../shared/authors/input.ts';
import { Author, presentAuthor } from '../../shared/authors/present.ts';
import { createAuthor } from '../../shared/authors/write.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export default endpoint({
  body: AuthorCreateInput,
  answer: Author,
  async handle({ body, caller }) {
    const { value, version } = await createAuthor(body, caller);
    return { body: presentAuthor(value), version };
  },
});
