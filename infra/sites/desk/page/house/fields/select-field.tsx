import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import { route } from '../../router.ts';
import { HOME } from '../../service/sections.ts';
import { described } from '../described.ts';
import { useLoaded } from '../loaded.ts';
import { nameSections } from './section-names.ts';
import { toText } from '../values.ts';
import type { ControlProps } from './props.ts';

const { house: texts } = messages;

interface Option {
  value: string;
  label: string;
}

function Select({
  id,
  name,
  usual,
  value,
  fault,
  described: says,
  onChange,
  options,
}: ControlProps & { options: readonly Option[] }) {
  const chosen = toText(value);
  // What a record has stays choosable, though it is no longer offered.
  const all = options.some(option => option.value === chosen)
    ? options
    : [{ value: chosen, label: chosen === '' ? labelUsual(name, usual) : chosen }, ...options];
  return (
    <select
      id={id}
      value={chosen}
      aria-invalid={fault !== undefined}
      aria-describedby={says}
      onChange={event => onChange(event.currentTarget.value)}
    >
      {all.map(option => (
        <option key={option.value} value={option.value} selected={option.value === chosen}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Names what a record gets when nothing is chosen: "as usual" alone would hide that a new section is private. */
function labelUsual(name: string, usual: string | undefined): string {
  return usual === undefined ? texts.usual : texts.usualIs(texts.choices[name]?.[usual] ?? usual);
}

/** One of a few values; numbers stay numbers. */
export function ChoiceField(props: ControlProps) {
  const { name, shape, onChange } = props;
  const options = shape.options ?? [];
  return (
    <Select
      {...props}
      options={options.map(value => ({
        value: String(value),
        label: texts.choices[name]?.[String(value)] ?? String(value),
      }))}
      onChange={value => onChange(options.find(option => String(option) === value) ?? null)}
    />
  );
}

export function RoleField(props: ControlProps) {
  return <Select {...props} options={described.roles.map(role => ({ value: role, label: role }))} />;
}

export function ResourceField(props: ControlProps) {
  return (
    <Select {...props} options={[{ value: '', label: texts.any }, ...toOptions(texts.choices.resource)]} />
  );
}

export function ActionField(props: ControlProps) {
  return (
    <Select {...props} options={[{ value: '', label: texts.any }, ...toOptions(texts.choices.action)]} />
  );
}

function toOptions(labels: Readonly<Record<string, string>> = {}): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** A section, or none. */
export function SectionField(props: ControlProps) {
  const sections = useLoaded('sections', signal =>
    api.sections.list({ query: { include_fields: 'id,title,full_url' }, signal }),
  );
  const { value: shown } = route;
  // Nothing is part of itself, nor gives its stories to itself.
  const own = shown.view === 'house' && shown.place === 'sections' ? shown.id : undefined;
  const found = nameSections(
    (sections.value.value ?? []).filter(({ id }) => id !== HOME && toText(id) !== own),
  );
  const value = props.value === 0 ? '' : props.value;
  return <Select {...props} value={value} options={[{ value: '', label: texts.noSection }, ...found]} />;
}
