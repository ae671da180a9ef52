import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import { mediaUrl } from '../media/filename.ts';
import { shortcode } from '../media/shortcode.ts';
import { imageHtml } from './html.ts';
import { mergeCrops, type ImageRecord } from './record.ts';
import { toMediaUrls } from './urls.ts';

const AnsweredCrop = v.object({
  top: v.number(),
  left: v.number(),
  height: v.number(),
  width: v.number(),
  imgWidth: v.number(),
  imgHeight: v.number(),
  sizes: v.array(v.string()),
});
const Urls = v.record(v.string(), v.string());

/** An image in an answer. */
export const Image = v.object({
  id: v.number(),
  is_animated_gif: v.boolean(),
  task_id: v.string(),
  thumbnails_status: v.picklist(['pending', 'ready', 'failed']),
  height: v.number(),
  width: v.number(),
  filename: v.string(),
  caption: v.string(),
  photo_credit: v.string(),
  alt: v.string(),
  iptc: Urls,
  thumbnails: Urls,
  manual_image_crops: v.record(v.string(), AnsweredCrop),
  image_original_url: v.string(),
  shortcode_id: v.string(),
  shortcode: v.string(),
  shortcode_params: v.object({
    is_animated_gif: v.boolean(),
    crop_info: v.string(),
    original_size: v.string(),
    expand: v.literal(1),
  }),
  media_html: v.string(),
});
export type Image = v.InferOutput<typeof Image>;

export function presentImage(image: ImageRecord): Image {
  const { id, is_animated_gif, task_id, thumbnails_status, height, width, filename } = image;
  const { caption, photo_credit, alt, iptc, shortcode_id } = image;
  const params = shortcodeParams(image);
  return {
    id,
    is_animated_gif,
    task_id,
    thumbnails_status,
    height,
    width,
    filename,
    caption,
    photo_credit,
    alt,
    iptc,
    thumbnails: toMediaUrls(image.thumbnails),
    manual_image_crops: answeredCrops(image),
    image_original_url: mediaUrl(image.original),
    shortcode_id,
    shortcode: shortcode('media-image', shortcode_id, {
      is_animated_gif,
      crop_info: params.crop_info,
      dam: 1,
      site_id: site().siteId,
      original_size: params.original_size,
      expand: 1,
    }),
    shortcode_params: params,
    media_html: imageHtml(image),
  };
}

function answeredCrops(image: ImageRecord): Image['manual_image_crops'] {
  const { width: imgWidth, height: imgHeight } = image;
  return Object.fromEntries(
    Object.entries(mergeCrops(image)).map(([code, { top, left, height, width }]) => {
      const sizes = site().imageRatios.find(ratio => ratio.code === code)?.sizes ?? [];
      return [code, { top, left, height, width, imgWidth, imgHeight, sizes }];
    }),
  );
}

function shortcodeParams(image: ImageRecord): Image['shortcode_params'] {
  return {
    is_animated_gif: image.is_animated_gif,
    crop_info: encodeURIComponent(JSON.stringify(answeredCrops(image))),
    original_size: `${image.width}x${image.height}`,
    expand: 1,
  };
}
