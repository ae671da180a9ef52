import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AlreadyExists, type Client } from '../../../client/source/index.ts';
import type { EarlierImage, Outcome } from '../destination.ts';
import type { PictureInput } from '../map/attachment.ts';
import { truncate } from '../map/text.ts';
import type { PlacedImage } from '../pictures/known.ts';

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
  private imported: Promise<ReadonlyMap<number, EarlierImage>> | undefined;

  /** `site` is the WordPress site of the images. */
  constructor(client: Client, site: string) {
    this.client = client;
    this.site = site;
  }

  async place(input: PictureInput): Promise<{ outcome: Outcome; image: PlacedImage }> {
    const known = (await this.find()).get(input.wordpressId);
    if (known) return { outcome: 'existing', image: known.image };
    const image = await this.createImage(input);
    await this.createAsset(input, image);
    return { outcome: 'created', image };
  }

  async listEarlier(): Promise<readonly EarlierImage[]> {
    return [...(await this.find()).values()];
  }

  private find(): Promise<ReadonlyMap<number, EarlierImage>> {
    return (this.imported ??= findPictures(this.client, this.site));
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

/** Widths of uncropped thumbnails that every site has. */
const WIDTHS = [300, 600, 980];
const SIZES = ['origin', ...WIDTHS.map(width => `${width}x`)];

const Origin = v.object({ wordpress: v.object({ site: v.string(), id: v.number() }) });

/** Finds the images of a WordPress site in the catalogue, by the attachment's id. */
async function findPictures(client: Client, site: string): Promise<ReadonlyMap<number, EarlierImage>> {
  const found = new Map<number, EarlierImage>();
  const query = { type: 'all', file_type: 'image', thumbnail_sizes: SIZES } as const;
  for await (const asset of client.dam.list.all({ query })) {
    const origin = v.safeParse(Origin, asset.site_specific_data);
    if (!origin.success || origin.output.wordpress.site !== site) continue;
    const { file_id: id, image_size = '', thumbnails = {}, credit, source_info } = asset;
    // The image's record has been deleted, so it can't be shown.
    if (thumbnails.origin === undefined) continue;
    const [width = 0, height = 0] = image_size.split('x').map(Number);
    const wordpressId = origin.output.wordpress.id;
    const image = toPlacedImage({ id, width, height, thumbnails, credit: credit ?? '' });
    found.set(wordpressId, { wordpressId, address: source_info ?? '', image });
  }
  return found;
}

/** Converts an image's API answer. */
function toPlacedImage({
  thumbnails,
  ...image
}: Omit<PlacedImage, 'origin' | 'scaled'> & { thumbnails: Readonly<Record<string, string>> }): PlacedImage {
  const scaled = WIDTHS.flatMap((width, index) => {
    const address = thumbnails[`${width}x`];
    // Thumbnails are never enlarged, so all widths from the original's on are equal.
    const isRepeated = (WIDTHS[index - 1] ?? 0) >= image.width;
    return address === undefined || isRepeated ? [] : [{ width: Math.min(width, image.width), address }];
  });
  return { ...image, scaled, origin: thumbnails.origin ?? '' };
}
