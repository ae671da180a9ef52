import { NotFound } from '../core/errors.ts';
import { site } from '../core/site.ts';

/** @throws NotFound where the site has the tags API switched off */
export function requireTagsApi(): void {
  if (!site().features.tagsApi)
    throw new NotFound('The tags API is switched off: the site’s setting features.tagsApi');
}
