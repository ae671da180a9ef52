import { DAY_S } from '../core/durations.ts';
import * as v from 'valibot';
import { line, boundedList, boundedRecord } from './bounds.ts';
import { cleanData } from './clean.ts';
import { nowMs } from '../core/clock.ts';
import { describeIssue } from '../core/faults.ts';
import { utf8Length } from '../core/text-length.ts';
import { isBlank } from './blank.ts';
import { maybe, nested } from './nested.ts';

/** Schemas of input fields; each message completes the sentence "<field>: …". */

const CENTURY_S = 100 * 365.25 * DAY_S;
const MAX_FREE_FORM_BYTES = 64 * 1024;

/** A line that shows something. */
export function requiredLine(most: number) {
  return v.pipe(
    line(most),
    v.check(value => !isBlank(value), 'must not be empty'),
  );
}

const ID_MESSAGE = 'must be an id: an integer from 0 to 2^53-1';
const idNumber = v.pipe(v.number(ID_MESSAGE), v.safeInteger(ID_MESSAGE), v.minValue(0, ID_MESSAGE));
const idText = v.pipe(
  v.string(),
  v.regex(/^\d{1,16}$/, ID_MESSAGE),
  v.transform(Number),
  v.safeInteger(ID_MESSAGE),
);

/** An integer of 0…2^53-1, also as text, as older clients send it. */
export const id = v.union([idNumber, idText], ID_MESSAGE);

export const timestamp = v.pipe(
  v.number(),
  v.safeInteger('must be Unix seconds, an integer'),
  v.check(ts => Math.abs(ts - nowMs() / 1000) <= CENTURY_S, 'must lie within 100 years of now'),
);

const imageSizeMessage = 'must be <width>x<height>';
export const imageSize = v.pipe(v.string(), v.regex(/^(\d{1,6}x\d{1,6})?$/, imageSizeMessage));

/** A JSON object with cleaned texts, at most 64 KiB. */
export const freeForm = v.pipe(
  v.custom<Record<string, unknown>>(isPlainObject, 'must be an object'),
  v.check(value => utf8Length(JSON.stringify(value)) <= MAX_FREE_FORM_BYTES, 'must have at most 64 KiB'),
  v.transform(value => cleanData(value, JSON.stringify(value))),
);

type FreeForm = Record<string, unknown>;
/** The types of the known keys are part of what may be sent, so that the client's types have them. */
type FreeFormWith<Known> = v.SchemaWithPipe<
  readonly [v.GenericSchema<FreeForm & Known, FreeForm>, v.RawCheckAction<FreeForm>]
>;

/** A free-form object with schemas for some of its keys. It is stored as sent. */
export function freeFormWith<Known>(known: v.GenericSchema<Known>): FreeFormWith<Known>;
export function freeFormWith(known: v.GenericSchema) {
  return v.pipe(
    freeForm,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.issues) return;
      for (const issue of v.safeParse(known, dataset.value).issues ?? [])
        addIssue({ message: describeIssue(issue), ...(issue.path && { path: issue.path }) });
    }),
  );
}

/** Limits list orders so that the next one after the largest is still a safe integer. */
const MAX_ORDER = 1e9;
const ORDER_MESSAGE = 'must lie between -10^9 and 10^9';

/** A position in a manually ordered list. */
export const listOrder = v.pipe(
  v.number(),
  v.safeInteger('must be an integer'),
  v.minValue(-MAX_ORDER, ORDER_MESSAGE),
  v.maxValue(MAX_ORDER, ORDER_MESSAGE),
);

const cropNumber = v.pipe(
  v.number(),
  v.safeInteger('must be an integer'),
  v.minValue(0, 'must not be negative'),
);
const crop = {
  top: cropNumber,
  left: cropNumber,
  height: cropNumber,
  width: cropNumber,
  imgWidth: cropNumber,
  imgHeight: cropNumber,
};
const cropSizes = boundedList(line(20), 50);
const MAX_CROPS = 50;

/** Crops by ratio code, as they are stored and answered. */
export const imageCrops = boundedRecord(
  line(20),
  v.object({ ...crop, sizes: v.optional(cropSizes) }),
  MAX_CROPS,
);

const cropInput = nested({ ...crop, sizes: maybe(cropSizes) });

/** Crops as they are sent. */
export const imageCropsInput = boundedRecord(line(20), cropInput, MAX_CROPS);

/** Crops that replace those of an image; null gives one back. */
export const imageCropsEdit = boundedRecord(line(20), v.nullable(cropInput), MAX_CROPS);

type Clearable<E extends v.ObjectEntries> = { [K in keyof E]: v.NullishSchema<E[K], undefined> };

/** The input schema of editable fields: absent leaves a field unchanged, null resets it to its default. */
export function clearable<E extends v.ObjectEntries>(entries: E): v.ObjectSchema<Clearable<E>, undefined>;
export function clearable(entries: v.ObjectEntries) {
  return v.object(
    Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.nullish(schema)])),
  );
}

/** Applies input to the fields in `defaults`: undefined leaves a field unchanged, null resets it to its default. */
export function applyInput<T extends object>(
  current: T,
  input: { [K in keyof T]?: T[K] | null | undefined },
  defaults: T,
): T {
  const next = { ...current };
  for (const name in defaults) {
    const sent = input[name];
    if (sent === null) next[name] = defaults[name];
    else if (sent !== undefined) next[name] = sent;
  }
  return next;
}

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
