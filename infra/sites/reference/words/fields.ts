import {
  ANSWERED_FIELDS,
  ANSWERED_OTHERWISE,
  SENT_FIELDS,
} from '../../../../shared/posts/record/descriptions.ts';

type Words = Readonly<Record<string, string>>;

const { provider_post_id: _, ...editedPost } = SENT_FIELDS;
const answeredPost: Words = { ...SENT_FIELDS, ...ANSWERED_FIELDS, ...ANSWERED_OTHERWISE };

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
  domain: 'The host of the site.',
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
  NewPreview: {
    token: 'Shown only once; null when a repeated request gets its stored answer.',
    url: 'The post’s URL with the token as `preview`, for a page that shows the draft; null like the token.',
    expires_ts: 'When the preview ends, Unix seconds.',
  },
  Me: {
    permissions: 'The permissions of the key.',
    admin:
      'Whether the key has administrator rights: its author’s role has them, and the key is not limited to some permissions.',
    key: '`narrowed`: the key is limited to some permissions; `lacks`: those of the role that it does not have.',
    site: 'Settings of the site, with the limits of what can be saved and uploaded.',
  },
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
  DraftCreate: SENT_FIELDS,
  DraftEdit: { ...editedPost, action: 'With publish_post.' },
  PostCreate: SENT_FIELDS,
  PostEdit: { ...editedPost, prevent_modifying_updated_ts: '1 leaves `updated_ts` unchanged.' },
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
