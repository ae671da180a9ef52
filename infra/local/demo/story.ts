/** A post of the demo newsroom. */
export interface Story {
  /** Becomes the basename, by which a second load finds the post. */
  slug: string;
  headline: string;
  subheadline: string;
  /** A name of `authors.ts`. */
  author: string;
  /** Urls of `sections.ts`, or Home. Sections that share a tag with the story are added automatically. */
  sections: string[];
  tags: string[];
  body: string;
}

/** Published this many hours before the load, so that the newsroom always looks current. */
export interface PublishedStory extends Story {
  hoursAgo: number;
}

export interface ScheduledStory extends Story {
  hoursAhead: number;
}
