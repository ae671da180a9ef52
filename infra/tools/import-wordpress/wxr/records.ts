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
  /** The nicename of the parent category; '' at the top. */
  parent: string;
  description: string;
}

/** A term as an item names it: `taxonomy` is `category`, `post_tag`, `post_format` or a plugin's own. */
export interface WxrTermReference {
  taxonomy: string;
  nicename: string;
  name: string;
}

/** An `item`: a post, a page or another of WordPress's post types. Times are Unix seconds. */
export interface WxrItem {
  /** `wp:post_id`; 0 when the export has none. */
  id: number;
  type: string;
  status: string;
  /** HTML, as are content and excerpt. */
  title: string;
  creator: string;
  content: string;
  excerpt: string;
  link: string;
  /** The percent-decoded slug; '' for most drafts. */
  postName: string;
  password: string;
  sticky: boolean;
  /** Where an attachment's file is; '' for everything else. */
  attachmentUrl: string;
  /** The date that WordPress shows, undefined when the export has none that can be read. */
  date: number | undefined;
  /** Whether that date was set for good. A draft's floats: WordPress dates it when it is published. */
  dateIsFixed: boolean;
  terms: WxrTermReference[];
  meta: ReadonlyMap<string, string>;
}
