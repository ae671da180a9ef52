/** A post of the demo newsroom, as its desk would file it. */
export interface Story {
  /** Becomes the basename, and tells a second load that the post is there. */
  slug: string;
  headline: string;
  subheadline: string;
  /** The name of one of `authors.ts`. */
  author: string;
  /** Urls of `sections.ts`, or Home; the sections that share a tag come by themselves. */
  sections: string[];
  tags: string[];
  body: string;
}

/** Dated so many hours before the load, so that the newsroom is never an old one. */
export interface PublishedStory extends Story {
  hoursAgo: number;
}

export interface ScheduledStory extends Story {
  hoursAhead: number;
}
