/** A `wp:author`. Everything but the login may be empty. */
export interface WxrAuthor {
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
}

/** A category or tag. `nicename` is percent-decoded; `name` and `description` are HTML, as WordPress stores them. */
export interface WxrTerm {
  nicename: string;
  name: string;
  /** The nicename of the parent category; '' for a top-level one. */
  parent: string;
  description: string;
}

/** A term in an item: `taxonomy` is `category`, `post_tag`, `post_format` or a plugin's own. */
export interface WxrTermReference {
  taxonomy: string;
  nicename: string;
  name: string;
}

/** An `item`: a post, a page or another post type. Times are Unix seconds. */
export interface WxrItem {
  /** `wp:post_id`; 0 when the export has none. */
  id: number;
  type: string;
  status: string;
  /** HTML, like content and excerpt. */
  title: string;
  creator: string;
  content: string;
  excerpt: string;
  link: string;
  /** The percent-decoded slug; '' for most drafts. */
  postName: string;
  password: string;
  sticky: boolean;
  /** The URL of an attachment's file; '' for other items. */
  attachmentUrl: string;
  /** The date that WordPress shows; undefined when the export has no readable one. */
  date: number | undefined;
  /** Whether the date is fixed. A draft's is not: WordPress dates it at its publication. */
  dateIsFixed: boolean;
  terms: WxrTermReference[];
  meta: ReadonlyMap<string, string>;
}
