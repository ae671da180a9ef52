import { concernsOneRecord, isBusy } from '../destination.ts';
import { toCaption, planAttachment, toPicture } from '../map/attachment.ts';
import { plainText } from '../map/text.ts';
import { SiteAddresses } from '../pictures/address.ts';
import { KnownPictures, type PlacedImage } from '../pictures/known.ts';
import { withProgress } from '../progress.ts';
import { countSkipped } from '../summary.ts';
import { isAttachment, readItems } from '../wxr/item.ts';
import type { Outline } from '../wxr/outline.ts';
import type { WxrItem } from '../wxr/records.ts';
import { attempt, type Run } from './run.ts';

/** Imports the image attachments. The result also contains the failed ones, without an image. */
export async function importPictures(
  run: Run,
  file: string,
  { site, hosts, attachmentCount, leadImages }: Outline,
): Promise<KnownPictures> {
  const pictures = new KnownPictures(new SiteAddresses(site, hosts));
  if (attachmentCount === 0) return pictures;
  await withProgress(run.progress, attachmentCount, () =>
    run.forEach(attachmentsIn(file), async item => {
      const plan = planAttachment(item);
      if (plan.action === 'skip') countSkipped(run.summary, plan.reason);
      else {
        const caption = leadImages.has(item.id) ? toCaption(item) : '';
        const picture = { id: item.id, image: await place(run, item), caption };
        pictures.add(picture, { file: item.attachmentUrl, page: item.link });
      }
      run.progress.advance();
    }),
  );
  return pictures;
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
