import type { Client, Input } from '../../client/source/index.ts';
import { pictures } from './pictures.ts';

/** What some stories of the demo have beyond text and a picture, by their slug, so that it shows how posts look with it. */
interface Rich {
  video?: string;
  /** Names of `pictures.ts`. */
  gallery?: readonly string[];
  /** HTML after the body. */
  more?: string;
  list?: readonly { headline: string; picture?: string; body: string }[];
}

const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;

const rich: Readonly<Record<string, Rich>> = {
  'folk-festival-announces-line-up': { video: 'https://vimeo.com/76979871' },
  'ferry-celebrates-a-hundred-years-of-one-fare': {
    gallery: [
      'fish-market-to-auction-online',
      'lido-swimmers-break-the-ice-and-a-record',
      'dark-skies-over-saltings-point-win-recognition',
    ],
  },
  'budget-gap-of-1-8m-puts-library-hours-in-question': {
    more: `<h2>What is on the table</h2>
<table><caption>Savings that the cabinet proposes, in thousands of pounds</caption>
<thead><tr><th scope="col">Service</th><th scope="col">Budget</th><th scope="col">Proposed</th><th scope="col">Saving</th><th scope="col">Decided by</th></tr></thead>
<tbody>${row('Libraries', '2,140', '1,720', '420', 'Cabinet, 9 December')}${row('Parks and verges', '1,310', '1,020', '290', 'Committee, 2 December')}${row('Street lighting', '880', '640', '240', 'County')}${row('Car parks', '−410', '−1,260', '850', 'Cabinet, 9 December')}</tbody></table>
<blockquote><p>A library that opens on two days is a cupboard with a sign.</p><cite>Margaret Oduya, Friends of Wexcombe Library</cite></blockquote>`,
  },
  'what-to-sow-while-it-rains': {
    list: [
      {
        headline: 'Broad beans',
        picture: 'allotment-rents-frozen-for-a-third-year',
        body: '<p>Aquadulce stands the winter. Sow two inches deep, and a few at the end of the row for the mice.</p>',
      },
      {
        headline: 'Garlic',
        body: '<p>It wants a cold spell to split into cloves, and Wexcombe has those.</p>',
      },
      { headline: 'Sweet peas', body: '<p>In pots, on a windowsill, with the radio on.</p>' },
    ],
  },
};

/** The fields of a story's post that show it. @param ids of images by the names of their pictures */
export async function readRichFields(
  slug: string,
  body: string,
  { images, ids }: { images: Client['images']; ids: ReadonlyMap<string, number> },
): Promise<Partial<Input<'posts/create'>['body']>> {
  const { video, gallery = [], more = '', list } = rich[slug] ?? {};
  const shown: string[] = [];
  for (const name of gallery) {
    const { shortcode } = await images.get({ path: { id: ids.get(name) ?? 0 } });
    shown.push(`<figure>${shortcode}<figcaption>${pictures.get(name)?.caption ?? ''}</figcaption></figure>`);
  }
  const figure = shown.length === 0 ? '' : `<figure class="gallery">${shown.join('')}</figure>`;
  const items = list?.map(({ headline, picture, body: text }) => ({
    headline,
    body: text,
    image_id: ids.get(picture ?? '') ?? null,
  }));
  return {
    body: `${body.trim()}${more}${figure}`,
    ...(video !== undefined && { video }),
    ...(items && { listicle: { items, settings: { body_text_above: true, layout_type: 1 } } }),
  };
}
