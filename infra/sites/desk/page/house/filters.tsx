import { messages } from '../messages.ts';
import { address, setQuery } from '../router.ts';
import { parseTime } from '../times.ts';
import { SearchField } from '../ui/search-field.tsx';
import { siteZone } from '../zone.ts';
import { Field } from './fields/field.tsx';
import type { Resource } from './resource.ts';
import { readFields } from './service.ts';
import { toText, type Row } from './values.ts';

const { house: texts } = messages;

/** What the address asks of the service. Days are those of the site's time zone, and whole. */
export function readQuery({ search, filters = [] }: Resource, text: string): Row {
  const given = new URLSearchParams(text);
  const words = given.get('find')?.trim() ?? '';
  const chosen = filters.flatMap((name): [string, unknown][] => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, toSent(name, value)]];
  });
  return { ...(search && words !== '' && { [search]: words }), ...Object.fromEntries(chosen) };
}

function toSent(name: string, value: string): unknown {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  return parseTime(`${value}T${name === 'until' ? '23:59:59' : '00:00:00'}`, siteZone);
}

/** Narrows the list. The choice is kept in the address. */
export function Filters({ resource }: { resource: Resource }) {
  const { filters, controls = {} } = resource;
  const shapes = readFields(resource.list);
  if (!filters) return <SearchField label={texts.find} />;
  const given = new URLSearchParams(address.value.search);
  return (
    <form class="narrow" aria-label={texts.narrow} onSubmit={event => event.preventDefault()}>
      {filters.map(name => (
        <Field
          key={name}
          name={name}
          shape={shapes[name] ?? { kind: 'text' }}
          control={controls[name]}
          value={given.get(name) ?? ''}
          onChange={value => setQuery(name, toText(value))}
        />
      ))}
    </form>
  );
}
