import type { Words } from './words.ts';

const imageTexts: Words = {
  caption: 'The caption below the image, as HTML.',
  photo_credit: 'Who took the image, shown beside it.',
  alt: 'What the image shows, for those who can’t see it.',
  title: 'The title of the image, shown as a tooltip.',
  link_url: 'The address to which a click on the image leads; "" for none.',
  link_target: 'Whether that address opens in a new tab.',
  image_url: 'The address of an image that the service fetches.',
  manual_image_crops:
    'A crop for each ratio of the site that you want to set. Null in place of a crop resets it to the automatic one, and in place of all resets all.',
};

const image: Words = {
  ...imageTexts,
  is_animated_gif: 'Whether it is a GIF with several pictures.',
  task_id: 'The id of the thumbnail task.',
  thumbnails_status: 'Whether the thumbnails exist already: they are made within seconds.',
  height: 'The height of the image in pixels.',
  width: 'The width of the image in pixels.',
  iptc: 'The file’s IPTC texts by their names, such as the credit line.',
  thumbnails: 'The address of each size, by its name, such as `600x`.',
  manual_image_crops: 'A crop for each ratio of the site, with its sizes.',
  image_original_url: 'The address of the uploaded file itself.',
  'shortcode_params.is_animated_gif': 'Whether it is a GIF with several pictures.',
  'shortcode_params.crop_info': 'The crops, as text in the form of the shortcode.',
  'shortcode_params.original_size': 'The size in pixels, as `<width>x<height>`.',
};

const assetTexts: Words = {
  image_title: 'The title in the catalogue; null for none.',
  filename: 'The name of the file in the catalogue; null for none.',
  alt_text: 'What the image shows, for those who can’t see it; null for none.',
  credit: 'Who made the image or document; null for none.',
  source_info: 'Where the file comes from, and what may be done with it; null for none.',
  tags: 'The tags in the catalogue. Only administrators see tags that begin with `*`.',
  site_specific_data: 'Free-form data of your own; null for none.',
  file_id: 'The id of the image or document.',
  file_type: '0 for an image, 1 for a document.',
};

const asset: Words = {
  ...assetTexts,
  roar_id: 'The id of the site, the same everywhere.',
  user_id: 'The id of the author who created it.',
  file_type_name: 'The word for `file_type`: documents are `file`.',
  in_trash: 'Whether the asset is in the trash.',
  user_site_title: 'The site of the author who created it, from `specific_data`; "" for none.',
  user_site_uri: 'The address of that site; "" for none.',
  thumbnails: 'For images: URLs of the requested sizes.',
  image_size: 'For images: the size in pixels as `<width>x<height>`.',
  'shortcode_params.dam': 'Always 1: the file is one of the catalogue.',
};

/** The parts of a crop. */
const crop: Words = {
  top: 'The upper edge of the crop in pixels.',
  left: 'The left edge of the crop in pixels.',
  height: 'The height of the crop in pixels.',
  width: 'The width of the crop in pixels.',
  imgWidth: 'The width of the image to which the numbers refer.',
  imgHeight: 'The height of the image to which the numbers refer.',
  sizes: 'The sizes of this crop, such as `1200x800`.',
};

/** Descriptions for all schemas: the parts of a crop within its image or post. */
export const CROPS: Words = Object.fromEntries(
  Object.entries(crop).map(([name, words]) => [`manual_image_crops.${name}`, words]),
);

/** Descriptions for the named schemas, by their names. */
export const LIBRARY: Readonly<Record<string, Words>> = {
  Image: image,
  ImageCrops: crop,
  ImageCropsInput: crop,
  ImageEdit: imageTexts,
  ImageUse: {
    kind: 'The kind of record that uses the image.',
    title: 'The title or name of that record.',
    state: 'The state of a post; null for other records.',
    as: 'What the record uses the image for, such as the lead image.',
  },
  Document: {
    filename: 'The name under which the file is stored.',
    original_filename: 'The name of the file when it was uploaded.',
    file_original_url: 'The address from which readers download the file.',
    'shortcode_params.site_id': 'The id of the site, the same everywhere.',
    'shortcode_params.original_filename': 'The name of the file when it was uploaded.',
  },
  Asset: asset,
  AssetCreate: assetTexts,
  AssetEdit: {
    ...assetTexts,
    in_trash: 'Whether the asset is in the trash. Only administrators can restore it from there.',
  },
  AssetList: {
    total: 'The number of all assets that were found.',
    items: 'The assets of this page, in the asked order.',
  },
  BulkItem: { file_id: 'The id of the image or document, not of its asset.' },
  BulkAnswer: {
    status_code: 'The HTTP status that the item alone would have.',
    data: 'The asset, or the error of this item.',
    'data.data': 'Always null: errors have no data here.',
  },
  UploadForm: {
    upload_id: 'The id to send to `POST /images` or `/documents` once the file is uploaded.',
    url: 'The address to which the form is sent.',
    fields: 'Form fields to send before the file, which comes last, as `file`.',
    expires_ts: 'When the form ends: send it before.',
  },
  UploadInput: {
    size: 'The size of the file in bytes.',
    filename: 'The name of the file, with its ending.',
    content_type: 'The media type of the file, such as `image/jpeg`.',
  },
};

/** Descriptions for the schemas without a name, by the tags of their operations. */
export const LIBRARY_CALLS: Readonly<Record<string, Words>> = {
  images: {
    ...image,
    image_url: 'The address of an image that the service fetches.',
    created_by: 'The id of the author who uploaded it; null where it is unknown.',
  },
};
