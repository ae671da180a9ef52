import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { suggest, Suggestions, SuggestQuery } from '../../shared/posts/uses/suggest.ts';

export default endpoint({
  query: SuggestQuery,
  answer: Suggestions,
  async handle(request) {
    return await suggest(request);
  },
});
