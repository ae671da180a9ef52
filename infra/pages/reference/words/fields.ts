type Words = Readonly<Record<string, string>>;

/** What a post's fields mean, sent or answered. */
const post: Words = {
  headline: 'Plain text.',
  body: 'HTML, kept as sent.',
  manual_basename: 'The slug of the address; made of the headline when it isn’t sent.',
  type: 'By default `image` with a lead image, `video` with a video, else `page`.',
  tags: 'Trimmed; those that begin with `*` or `~` are not public.',
  primary_tag: 'Is added to `tags` when it isn’t among them.',
  primary_section: 'One of the sections.',
  badges: 'Ids of badges.',
  page_title: 'The title of the page; the headline when it is empty.',
  meta_description: 'The subheadline when it is empty.',
  og_title: 'The headline for social media.',
  image_id: 'The lead image.',
  image_external: 'The address of a lead image elsewhere.',
  manual_image_crops: 'The lead image’s crops by ratio code, as an image’s answer has them.',
  image_size: '`<width>x<height>`.',
  media: 'HTML or a shortcode at the top of the page.',
  video: 'An address for an iframe.',
  listicle: '`{}` when there is none. The body holds `<listicle id="listicle-{post id}"></listicle>`.',
  roar_author_ids: 'The authors.',
  roar_specific_data:
    'Free-form; `keep_reading_button_text` and `keep_reading_hide_word_count` are known. It is public: of a public post readers without a key are answered all of it.',
  page_list: 'Addresses of one’s own, on sites that have them; the first `web` path makes the address.',
  created_ts: 'The date shown; of the first publication unless it was sent.',
  embargo_ts: 'For clients to heed: nothing is done at that time.',
  partnernews_article: 'Whether the news partner is sent the post.',
};

const sentPost: Words = {
  ...post,
  sections: 'Ids, titles or slugs of sections; `Home` or 0 is the front page.',
  roar_author_ids: 'The authors; the key’s author where none is sent on creating, or an empty list.',
};

const createdPost: Words = {
  ...sentPost,
  provider_post_id: 'The post’s id elsewhere; two posts can’t have the same.',
};

const answeredPost: Words = {
  ...post,
  id: 'Newer posts have larger ones.',
  basename: 'The slug of the address; with the id at its end where another post had it already.',
  body_html: 'The body, its shortcodes expanded, where it was asked for.',
  post_url: 'Where the post is shown.',
  draft_url: 'Where a draft can be seen; of a post only after it was unpublished.',
  slug: 'The path of `post_url`.',
  description: 'The beginning of the body’s text.',
  public_tags: '`tags` without the newsroom’s own.',
  sections: 'Ids: those named, then the automatic ones.',
  auto_sections: 'Those that share a tag with the post.',
  is_private: 'Whether all its sections are private.',
  image: 'The lead image’s address.',
  image_info: 'The lead image in several sizes.',
  scheduled_at: 'When it will be published; null unless it is scheduled.',
  last_published_ts: 'null until it is published.',
  formated_full_created_ts: '`created_ts` in the site’s time zone, in words.',
  inserted_date: 'MM/DD/YYYY in the site’s time zone.',
  provider_id: 'Where the post comes from; 20 is this API.',
};

const author: Words = {
  name: 'The slug, of which there is one; made of the name when it isn’t sent.',
  about_html: 'The biography, as HTML.',
  image_id: 'The photo.',
  specific_data: 'Free-form, or as the site’s schema has it.',
};

const section: Words = {
  url: 'The slug, or a path of up to four.',
  status: '1 private, 2 public, 3 unlisted.',
  tags: 'Posts with any of them belong to the section.',
  header_image_id: 'Counts for more than `url_header_image`.',
  order: 'The place in lists.',
  extras: 'Free-form.',
};

const sentParent: Words = { parent_id: 'The section above; 0 is none.' };

const answeredSection: Words = {
  ...section,
  ...sentParent,
  full_url: 'The path: the `full_url` of the section above and `url`, as in `news/town-hall`.',
  type: '2 a section, 3 a tag.',
  reassignment: 'While posts are joining and leaving after an edit: how far that has come.',
};

const asset: Words = {
  tags: 'Those that begin with `*` are administrators’ own.',
  site_specific_data: 'Free-form.',
};

/** What there is to say of the fields of the named schemas. */
export const FIELDS: Readonly<Record<string, Words>> = {
  Error: {},
  Author: {
    ...author,
    displayname: 'First and last name, else `name`.',
    bio: 'The text of `about_html`.',
    photo: 'The address of the photo, or of the site’s default.',
    profile_url: 'Where the profile is shown.',
    fb_id: 'The social account that the author signed up with. Not answered without a key.',
    role: 'Not answered without a key.',
    status: 'Not answered without a key.',
    specific_data: 'Free-form, or as the site’s schema has it. Not answered without a key.',
  },
  AuthorCreate: {
    ...author,
    email: 'Is never answered.',
    fb_id: 'For importers: the social account of a sign-up.',
  },
  AuthorEdit: { ...author, email: 'Is never answered.' },
  ApiKey: {
    permissions: 'What the key may do.',
    admin: 'Whether it is an administrator’s: its role is, and it was not narrowed.',
    last_used_date: 'YYYY-MM-DD.',
  },
  NewApiKey: { key: 'Shown this once; null where the request was answered before.' },
  Section: answeredSection,
  SectionFields: answeredSection,
  SectionCreate: { ...section, ...sentParent },
  SectionEdit: { ...section, ...sentParent },
  TagCreate: { status: '1 private, 2 public, 3 unlisted.' },
  Badge: {
    category: '0 normal, 1 sponsored.',
    image: 'The image’s address.',
    link: '"" when there is none.',
  },
  BadgeCreate: { category: '0 normal, 1 sponsored.' },
  BadgeEdit: { category: '0 normal, 1 sponsored.' },
  Post: answeredPost,
  PostFields: answeredPost,
  DraftCreate: createdPost,
  DraftEdit: { ...sentPost, action: 'With publish_post.' },
  PostCreate: createdPost,
  PostEdit: { ...sentPost, prevent_modifying_updated_ts: '1 leaves `updated_ts` as it is.' },
  Image: {
    task_id: 'Of the making of the thumbnails.',
    iptc: 'What the file says of itself.',
    thumbnails: 'Addresses by size.',
    manual_image_crops: 'A crop for each ratio of the site, and the sizes made of it.',
    shortcode: 'For the bodies of posts.',
    media_html: 'The image as HTML.',
  },
  Document: {
    filename: 'As it is stored.',
    original_filename: 'As it was sent.',
    file_original_url: 'Where it is served.',
    shortcode: 'For the bodies of posts.',
  },
  Asset: {
    ...asset,
    roar_id: 'The site’s id.',
    user_id: 'The author who made it.',
    file_type: '0 an image, 1 a document.',
    thumbnails: 'Of images: addresses of the sizes asked for.',
    image_size: 'Of images: `<width>x<height>`.',
  },
  AssetCreate: { ...asset, file_type: '0 an image, 1 a document.' },
  AssetEdit: { ...asset, in_trash: 'Only administrators get an asset out of the trash.' },
  AssetList: { total: 'How many there are in all.' },
  UploadForm: {
    fields: 'To be sent before the file, which goes last, as `file`.',
    expires_ts: 'Until when.',
  },
  UploadInput: { size: 'Bytes.' },
};
