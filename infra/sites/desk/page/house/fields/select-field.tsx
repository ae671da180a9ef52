import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import { described } from '../described.ts';
import { useLoaded } from '../loaded.ts';
import { toText } from '../values.ts';
import type { ControlProps } from './props.ts';

const { house: texts } = messages;

interface Option {
  value: string;
  label: string;
}

function Select({
  id,
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
    : [{ value: chosen, label: chosen === '' ? texts.usual : chosen }, ...options];
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
    api.sections.list({ query: { include_fields: 'id,full_url' }, signal }),
  );
  const found = (sections.value.value ?? []).map(({ id, full_url: path }) => ({
    value: toText(id),
    label: toText(path),
  }));
  const value = props.value === 0 ? '' : props.value;
  return <Select {...props} value={value} options={[{ value: '', label: texts.noSection }, ...found]} />;
}
