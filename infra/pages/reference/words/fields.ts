type Words = Readonly<Record<string, string>>;

/** Descriptions of a post's fields, in requests and answers. */
const post: Words = {
  headline: 'Plain text.',
  body: 'HTML, stored unchanged.',
  manual_basename: 'The slug of the post’s URL; by default derived from the headline.',
  type: 'By default `image` with a lead image, `video` with a video, otherwise `page`.',
  tags: 'Trimmed. Tags that begin with `*` or `~` are not public.',
  primary_tag: 'Added to `tags` if it is not one of them.',
  primary_section: 'One of the sections.',
  badges: 'Ids of badges.',
  page_title: 'The title of the page; the headline when it is empty.',
  meta_description: 'The subheadline when it is empty.',
  og_title: 'The headline for social media.',
  image_id: 'The lead image.',
  image_external: 'The URL of a lead image on another host.',
  manual_image_crops: 'The lead image’s crops by ratio code, in the format of an image.',
  image_size: '`<width>x<height>`.',
  media: 'HTML or a shortcode at the top of the page.',
  video: 'A URL for an iframe.',
  listicle: '`{}` for none. The body contains `<listicle id="listicle-{post id}"></listicle>`.',
  roar_author_ids: 'The authors.',
  roar_specific_data:
    'Free-form; `keep_reading_button_text` and `keep_reading_hide_word_count` are predefined. It is public: callers without a key get all of it with a public post.',
  page_list: 'Custom URLs, on sites with page lists; the first `web` path becomes the post’s URL.',
  created_ts: 'The date shown; by default that of the first publication.',
  embargo_ts: 'For clients only: the service does nothing at this time.',
  partnernews_article: 'Whether the post is sent to the news partner.',
};

const sentPost: Words = {
  ...post,
  sections: 'Ids, titles or slugs of sections; `Home` or 0 is the front page.',
  roar_author_ids: 'The authors; for a new post, or with an empty list, the key’s author.',
};

const createdPost: Words = {
  ...sentPost,
  provider_post_id: 'The post’s id at its provider, which is unique.',
};

const answeredPost: Words = {
  ...post,
  id: 'Newer posts have larger ids.',
  basename: 'The slug of the post’s URL, with the id appended if it was taken.',
  body_html: 'The body with expanded shortcodes, on request.',
  post_url: 'The post’s public URL.',
  draft_url: 'The URL of a draft’s preview; for a post only after it was unpublished.',
  slug: 'The path of `post_url`.',
  description: 'The beginning of the body’s text.',
  public_tags: '`tags` without internal ones.',
  sections: 'Ids: explicit sections first, then automatic ones.',
  auto_sections: 'Sections that share a tag with the post.',
  is_private: 'Whether all its sections are private.',
  image: 'The lead image’s URL.',
  image_info: 'The lead image in several sizes.',
  scheduled_at: 'The planned time of publication; null unless it is scheduled.',
  last_published_ts: 'null before the first publication.',
  formated_full_created_ts: '`created_ts` in the site’s time zone, in words.',
  inserted_date: 'MM/DD/YYYY in the site’s time zone.',
  provider_id: 'The provider of the post; 20 is this API.',
};

const author: Words = {
  name: 'The slug, which is unique; by default derived from the first and last name.',
  about_html: 'The biography, as HTML.',
  image_id: 'The photo.',
  specific_data: 'Free-form, or as the site’s schema requires.',
};

const section: Words = {
  url: 'The slug, or a path of up to four.',
  status: '1 private, 2 public, 3 unlisted.',
  tags: 'Posts with any of them belong to the section.',
  header_image_id: 'Takes precedence over `url_header_image`.',
  order: 'The position in lists.',
  extras: 'Free-form.',
};

const sentParent: Words = { parent_id: 'The parent section; 0 is none.' };

const answeredSection: Words = {
  ...section,
  ...sentParent,
  full_url: 'The path: the `full_url` of the parent section and `url`, such as `news/town-hall`.',
  type: '2 section, 3 tag.',
  reassignment: 'The progress of re-assigning posts after an edit.',
};

const asset: Words = {
  tags: 'Only administrators see tags that begin with `*`.',
  site_specific_data: 'Free-form.',
};

/** Descriptions of the fields of the named schemas. */
export const FIELDS: Readonly<Record<string, Words>> = {
  Error: {},
  Author: {
    ...author,
    displayname: 'First and last name, otherwise `name`.',
    bio: 'The text of `about_html`.',
    photo: 'The URL of the photo, or of the site’s default photo.',
    profile_url: 'The profile’s public URL.',
    fb_id: 'The social account used at sign-up. Not returned without a key.',
    role: 'Not returned without a key.',
    status: 'Not returned without a key.',
    specific_data: 'Free-form, or as the site’s schema requires. Not returned without a key.',
  },
  AuthorCreate: {
    ...author,
    email: 'Never returned.',
    fb_id: 'For importers: the social account used at sign-up.',
  },
  AuthorEdit: { ...author, email: 'Never returned.' },
  ApiKey: {
    permissions: 'The permissions of the key.',
    admin:
      'Whether the key has administrator rights: its author’s role has them, and the key is not limited to `permissions`.',
    last_used_date: 'YYYY-MM-DD.',
  },
  NewApiKey: { key: 'Shown only once; null when a repeated request gets its stored answer.' },
  Section: answeredSection,
  SectionFields: answeredSection,
  SectionCreate: { ...section, ...sentParent },
  SectionEdit: { ...section, ...sentParent },
  TagCreate: { status: '1 private, 2 public, 3 unlisted.' },
  Badge: {
    category: '0 normal, 1 sponsored.',
    image: 'The image’s URL.',
    link: '"" for none.',
  },
  BadgeCreate: { category: '0 normal, 1 sponsored.' },
  BadgeEdit: { category: '0 normal, 1 sponsored.' },
  Post: answeredPost,
  PostFields: answeredPost,
  DraftCreate: createdPost,
  DraftEdit: { ...sentPost, action: 'With publish_post.' },
  PostCreate: createdPost,
  PostEdit: { ...sentPost, prevent_modifying_updated_ts: '1 leaves `updated_ts` unchanged.' },
  Image: {
    task_id: 'The id of the thumbnail task.',
    iptc: 'The file’s IPTC texts.',
    thumbnails: 'URLs by size.',
    manual_image_crops: 'A crop for each ratio of the site, with its sizes.',
    shortcode: 'For the bodies of posts.',
    media_html: 'The image as HTML.',
  },
  Document: {
    filename: 'The stored name.',
    original_filename: 'The uploaded name.',
    file_original_url: 'The file’s URL.',
    shortcode: 'For the bodies of posts.',
  },
  Asset: {
    ...asset,
    roar_id: 'The site’s id.',
    user_id: 'The author who created it.',
    file_type: '0 image, 1 document.',
    thumbnails: 'For images: URLs of the requested sizes.',
    image_size: 'For images: `<width>x<height>`.',
  },
  AssetCreate: { ...asset, file_type: '0 image, 1 document.' },
  AssetEdit: { ...asset, in_trash: 'Only administrators can restore an asset from the trash.' },
  AssetList: { total: 'The total number.' },
  UploadForm: {
    fields: 'Form fields to send before the file, which comes last, as `file`.',
    expires_ts: 'The expiry of the form.',
  },
  UploadInput: { size: 'Bytes.' },
};
