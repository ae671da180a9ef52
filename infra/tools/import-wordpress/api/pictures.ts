import { createHash } from 'node:crypto';
import { AlreadyExists, type Client } from '../../../client/source/index.ts';
import type { Outcome } from '../destination.ts';
import type { PictureInput } from '../map/attachment.ts';
import { truncate } from '../map/text.ts';
import type { PlacedImage } from '../pictures/known.ts';
import { findPictures, toPlacedImage } from './catalogue.ts';

const IMAGE = 0;
const MAX_SOURCE_LENGTH = 1000;

/**
 * Creates images, which the service downloads, and an asset for each with the attachment's id, by which a later run finds it. A run
 * that ends between the two leaves an image without an asset. The next run gets the same image by the idempotency key, as long as
 * the service remembers it.
 */
export class PicturePlacer {
  private readonly client: Client;
  private readonly site: string;
  private imported: Promise<ReadonlyMap<number, PlacedImage>> | undefined;

  /** `site` is the WordPress site of the images. */
  constructor(client: Client, site: string) {
    this.client = client;
    this.site = site;
  }

  async place(input: PictureInput): Promise<{ outcome: Outcome; image: PlacedImage }> {
    this.imported ??= findPictures(this.client, this.site);
    const known = (await this.imported).get(input.wordpressId);
    if (known) return { outcome: 'existing', image: known };
    const image = await this.createImage(input);
    await this.createAsset(input, image);
    return { outcome: 'created', image };
  }

  /** Texts that WordPress lacks are omitted, so that the service uses the image's IPTC texts. */
  private async createImage({ wordpressId, ...input }: PictureInput): Promise<PlacedImage> {
    const body = {
      image_url: input.address,
      caption: input.caption || undefined,
      alt: input.alt,
      photo_credit: input.credit || undefined,
    };
    const digest = createHash('sha256')
      .update(JSON.stringify([this.site, wordpressId, body]))
      .digest('hex');
    const idempotencyKey = `import-wordpress-${digest}`;
    const [image] = [await this.client.images.create({ body, idempotencyKey })].flat();
    if (!image) throw new Error('The response contains neither an image nor an error');
    const { id, width, height, thumbnails, photo_credit: credit } = image;
    return toPlacedImage({ id, width, height, thumbnails, credit });
  }

  private async createAsset(input: PictureInput, image: PlacedImage): Promise<void> {
    try {
      const body = {
        file_type: IMAGE,
        file_id: image.id,
        image_title: input.title || undefined,
        filename: input.filename,
        alt_text: input.alt,
        credit: image.credit || undefined,
        source_info: truncate(MAX_SOURCE_LENGTH, input.address),
        site_specific_data: { wordpress: { site: this.site, id: input.wordpressId } },
      } as const;
      await this.client.dam.create({ body });
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
    }
  }
}
