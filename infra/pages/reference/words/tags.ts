/** What each resource is, by the first part of its rows' names. */
export const TAGS: Readonly<Record<string, string>> = {
  authors: 'Who writes, edits, reads: each has a role, and API keys of its own.',
  api_keys: 'Who may ask for what.',
  sections:
    'Where posts are shown. Posts belong to the sections that they name, and to those that share a tag with them.',
  tags: 'Records about tags, on sites that have them.',
  badges: 'Marks on posts.',
  drafts: 'Posts that aren’t published.',
  posts: 'What is published, and lists of it.',
  likes: 'Which authors like a post.',
  follows: 'Which authors follow a section.',
  scheduled_posts: 'Drafts that are published by themselves, at their second.',
  images: 'Pictures, with crops and thumbnails.',
  documents: 'Files for readers to take away.',
  dam: 'The catalogue of images and documents.',
  uploads: 'Files too large for a request go straight to the bucket.',
  scraper: 'What a page elsewhere says of itself.',
  webhooks: 'Who is told of what is done to posts.',
};
