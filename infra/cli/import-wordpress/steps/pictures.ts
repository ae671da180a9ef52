import { concernsOneRecord, isBusy, type EarlierImage } from '../destination.ts';
import { toAlt, toCaption, planAttachment, toPicture } from '../map/attachment.ts';
import { plainText } from '../map/text.ts';
import { SiteAddresses } from '../pictures/address.ts';
import { KnownPictures, type PlacedImage } from '../pictures/known.ts';
import { withProgress } from '../progress.ts';
import { countSkipped } from '../summary.ts';
import { isAttachment, readItems } from '../wxr/item.ts';
import type { Outline } from '../wxr/outline.ts';
import type { WxrItem } from '../wxr/records.ts';
import { attempt, type Run } from './run.ts';

/**
 * Imports the image attachments. The result also contains the failed ones, without an image, and those of earlier runs: WordPress
 * exports a large site in several files, and the pictures of a post may be in another one.
 */
export async function importPictures(run: Run, file: string, outline: Outline): Promise<KnownPictures> {
  const earlier = await run.destination.earlierImages();
  const hosts = [...outline.hosts, ...earlier.flatMap(({ address }) => readHosts(address))];
  const pictures = new KnownPictures(new SiteAddresses(outline.site, hosts));
  if (outline.attachmentCount > 0) await importAttachments(run, file, outline, pictures);
  await addEarlier(run, earlier, outline, pictures);
  return pictures;
}

async function importAttachments(
  run: Run,
  file: string,
  outline: Outline,
  pictures: KnownPictures,
): Promise<void> {
  await withProgress(run.progress, outline.attachmentCount, () =>
    run.forEach(attachmentsIn(file), async item => {
      const plan = planAttachment(item);
      if (plan.action === 'skip') countSkipped(run.summary, plan.reason);
      else {
        const texts = hasTexts(outline, item.id) ? { caption: toCaption(item), alt: toAlt(item) } : NO_TEXTS;
        const picture = { id: item.id, image: await place(run, item), ...texts };
        pictures.add(picture, { file: item.attachmentUrl, page: item.link });
      }
      run.progress.advance();
    }),
  );
}

async function addEarlier(
  run: Run,
  earlier: readonly EarlierImage[],
  outline: Outline,
  pictures: KnownPictures,
): Promise<void> {
  const others = earlier.filter(({ wordpressId }) => !pictures.byId(wordpressId));
  await run.forEach(others, async ({ wordpressId: id, address, image }) => {
    const texts = hasTexts(outline, id) ? await run.destination.textsOf(image) : NO_TEXTS;
    // The catalogue does not know the page of the attachment.
    pictures.add({ id, image, ...texts }, { file: address, page: '' });
  });
}

const NO_TEXTS = { caption: '' };

/** Whether posts repeat the texts of a picture. Those of others are not kept in memory. */
function hasTexts({ leadImages, galleryImages }: Outline, id: number): boolean {
  return leadImages.has(id) || galleryImages.has(id);
}

function readHosts(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).hostname] : [];
}

async function* attachmentsIn(file: string): AsyncGenerator<WxrItem> {
  for await (const item of readItems(file)) if (isAttachment(item)) yield item;
}

/**
 * Imports an image. If it is not available, its posts are imported with the old URL, and keep it. An overloaded service would cause
 * this for all images, so such an error ends the run.
 */
async function place(run: Run, item: WxrItem): Promise<PlacedImage | undefined> {
  const subject = { kind: 'images', wordpressId: String(item.id), title: chooseTitle(item) } as const;
  const isItsOwn = (error: unknown): boolean => concernsOneRecord(error) && !isBusy(error);
  const placed = await attempt(
    run.summary,
    subject,
    async () => await run.destination.image(toPicture(item)),
    isItsOwn,
  );
  return placed?.image;
}

function chooseTitle({ title, attachmentUrl }: WxrItem): string {
  return plainText(title) || attachmentUrl;
}
