import type { Client } from '../../../client/source/index.ts';
import type { Destination } from '../destination.ts';
import { AuthorPlacer } from './authors.ts';
import { PicturePlacer } from './pictures.ts';
import { PostPlacer } from './posts.ts';
import { TermPlacer } from './terms.ts';

/** A site reached through its public API. `oldSite` is the WordPress site. */
export function apiDestination(client: Client, oldSite: string): Destination {
  const authors = new AuthorPlacer(client);
  const sections = new TermPlacer(client.sections);
  const tags = new TermPlacer(client.tags);
  const pictures = new PicturePlacer(client, oldSite);
  const posts = new PostPlacer(client);
  return {
    author: input => authors.place(input),
    section: (input, parentId) => sections.place({ ...input, parent_id: parentId }),
    hasTags: () => tags.isAvailable(),
    tag: async input => (await tags.place(input)).outcome,
    image: input => pictures.place(input),
    publish: input => posts.publish(input),
    draft: input => posts.draft(input),
    schedule: (input, at) => posts.schedule(input, at),
  };
}
