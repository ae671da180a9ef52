import * as v from 'valibot';
import { addressOrNone } from '../../platform/values/addresses.ts';
import { line, boundedList, text } from '../../platform/values/bounds.ts';
import { cleanLine, cleanText } from '../../platform/values/clean.ts';
import {
  freeFormWith,
  id,
  imageCropsInput,
  imageSize,
  requiredLine,
  timestamp,
} from '../../platform/values/fields.ts';
import { site } from '../../platform/site/site.ts';
import { decodePercent } from '../../platform/text/percent.ts';
import { FIELDS, type FieldName, type Kind } from './fields.ts';
import { ListicleInput, PageList, ProductInput } from './listicle.ts';

/** The keys of `roar_specific_data` that the service checks; all others belong to the site. Any may be null, which is stored as sent. */
export const KnownSiteData = v.object({
  keep_reading_button_text: v.nullish(line(200)),
  keep_reading_hide_word_count: v.nullish(v.boolean('must be true or false')),
});

export const postType = v.pipe(
  v.string(),
  v.check(
    type => site().postTypes.includes(type),
    () => `must be one of ${site().postTypes.join(', ')}`,
  ),
);

/** A page list with any value is ignored while the site has the feature switched off. */
const NO_PAGE_LIST = v.pipe(
  v.unknown(),
  v.transform((): PageList | undefined => undefined),
);

const SECTION_MESSAGE = 'must be a section: its id, title or url';
/** A section by id, title or url; Home by 0 or its title. Text is not converted: "2026" may be an id or a title. */
export const sectionReference = v.union(
  [v.pipe(v.number(), v.safeInteger(SECTION_MESSAGE), v.minValue(0, SECTION_MESSAGE)), line(500)],
  SECTION_MESSAGE,
);

/** How many characters of percent-encoded input may stand for one. */
const MAX_ENCODED_PER_CHARACTER = 12;

/** A slug that may be sent percent-encoded or decomposed, whose length counts in the form in which it is kept. */
function slug(max: number) {
  const message = `must have at most ${max} characters`;
  const fits = (sent: string): boolean =>
    sent.length <= max ||
    (sent.length <= max * MAX_ENCODED_PER_CHARACTER && decodePercent(sent).normalize('NFC').length <= max);
  return v.pipe(v.string(), v.check(fits, message), v.transform(cleanLine));
}

/** The schema of what clients send, for each kind of field. */
const INPUTS = {
  text: (max: number) => text(max),
  line: (max: number) => line(max),
  slug,
  address: () => addressOrNone,
  imageSize: () => imageSize,
  type: () => v.nullable(postType),
  tags: (max: number) => boundedList(line(200), max),
  ids: (max: number) => boundedList(id, max),
  imageId: () => v.nullable(id),
  timestamp: () => v.nullable(timestamp),
  flag: () => v.boolean('must be true or false'),
  crops: () => imageCropsInput,
  product: () => v.nullable(ProductInput),
  siteData: () => freeFormWith(KnownSiteData),
  pageList: () => v.lazy(() => (site().features.pageList ? PageList : NO_PAGE_LIST)),
} satisfies Record<Kind, (max: number) => v.GenericSchema>;

type Inputs = { [F in FieldName]: ReturnType<(typeof INPUTS)[(typeof FIELDS)[F]['kind']]> };

function inputs(): Inputs;
function inputs() {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, { kind, max }]) => [name, INPUTS[kind](max)]));
}

export const editable = inputs();

/** Large fields, stored in the content item (content.ts). */
export const contentFields = {
  body: v.pipe(v.string(), v.transform(cleanText)),
  listicle: ListicleInput,
};

export const headline = requiredLine(1000);
