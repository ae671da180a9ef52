/** The description of each resource, by the first part of its rows' names. */
export const TAGS: Readonly<Record<string, string>> = {
  authors: 'People who write, edit or read. Each has a role and API keys.',
  api_keys: 'Keys for the API, with the permissions of their authors or fewer.',
  sections:
    'Categories of posts. A post belongs to its explicit sections, and to those that share a tag with it.',
  tags: 'Records of tags, on sites with the tags feature.',
  badges: 'Labels of posts.',
  drafts: 'Unpublished posts.',
  posts: 'Published posts and their lists.',
  likes: 'Authors who like a post.',
  follows: 'Authors who follow a section.',
  scheduled_posts: 'Drafts that are published automatically, at their second.',
  images: 'Images with crops and thumbnails.',
  documents: 'Files for readers to download.',
  dam: 'The catalogue of images and documents.',
  uploads: 'Direct uploads to the bucket of files that are too large for a request.',
  scraper: 'Metadata of a page on another site.',
  webhooks: 'Notifications of changes of posts.',
};
