import { messages } from '../messages.ts';
import { toFrontPath, toPlacePath, toPostPath, PLACES } from '../routes.ts';
import { HOME } from '../service/sections.ts';
import { momentText } from '../times.ts';
import { useAuthorName } from '../ui/author-name.ts';
import { siteZone } from '../zone.ts';
import type { As } from './resource.ts';
import { isRow, toText, toTexts, type Row } from './values.ts';

const { house: texts } = messages;
/** Of lists and forms, and of stories. */
const FIELDS: Readonly<Record<string, string>> = { ...messages.fields, ...texts.fields };

interface Props {
  as: As;
  field: string;
  row: Row;
}

/** A value of a row. What is stored is shown as text, never as HTML. */
export function Cell({ as, field, row }: Props) {
  const value = row[field];
  switch (as) {
    case 'time':
      return typeof value === 'number' ? <Time ts={value} /> : null;
    case 'texts':
      return <>{listTexts(value).join(', ')}</>;
    case 'choice':
      return (
        <>
          {[value]
            .flat()
            .map(item => labelChoice(field, toText(item)))
            .join(', ')}
        </>
      );
    case 'author':
      return typeof value === 'number' ? <AuthorName id={value} /> : null;
    case 'picture':
      return toText(value) === '' ? null : <img class="thumb" src={toText(value)} alt="" loading="lazy" />;
    case 'flag':
      return <>{value === true ? texts.yes : texts.no}</>;
    case 'action':
      return <>{labelChoice('action', toText(value))}</>;
    case 'target':
      return <Target row={row} />;
    default:
      return <>{toText(value)}</>;
  }
}

export function Time({ ts }: { ts: number }) {
  return <time dateTime={new Date(ts * 1000).toISOString()}>{momentText(ts, siteZone)}</time>;
}

/** Texts, or the titles of linked records. */
function listTexts(value: unknown): string[] {
  if (Array.isArray(value) && value.some(isRow)) return value.filter(isRow).map(({ title }) => toText(title));
  return toTexts(value);
}

/** The words for a value; fields of the audit trail have those of forms. */
export function labelChoice(field: string, value: string): string {
  if (field === 'fields') return FIELDS[value] ?? value;
  return texts.choices[field]?.[value] ?? value;
}

function AuthorName({ id }: { id: number }) {
  return <>{useAuthorName(id)}</>;
}

/** The place of a kind of resource in the audit trail. */
const TARGETS: Readonly<Record<string, string>> = {
  section: 'sections',
  tag: 'tags',
  badge: 'badges',
  author: 'authors',
  webhook: 'webhooks',
};

function Target({ row }: { row: Row }) {
  const { resource, resource_id: id } = row;
  const kind = toText(resource);
  const label = `${labelChoice('resource', kind)}${typeof id === 'number' ? ` ${id}` : ''}`;
  // Home has an order, and is nothing that could be edited.
  if (kind === 'section' && id === HOME) return <a href={toFrontPath(HOME)}>{messages.order.front}</a>;
  const place = PLACES.find(candidate => candidate === TARGETS[kind]);
  if (typeof id !== 'number') return <>{label}</>;
  if (kind === 'post') return <a href={toPostPath(id)}>{label}</a>;
  return place ? <a href={toPlacePath(place, id)}>{label}</a> : <>{label}</>;
}
