import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';
import { messages } from '../../messages.ts';
import { inputText, parseTime } from '../../times.ts';
import { toText, toTexts } from '../values.ts';
import { siteZone } from '../../zone.ts';
import { AuthorField } from './author-field.tsx';
import { DataField, Group, Choices } from './compound.tsx';
import { describeShape } from './hint.ts';
import { Other } from './other.tsx';
import { PictureField } from './picture-field.tsx';
import type { ControlProps, FieldProps } from './props.ts';
import { ActionField, ChoiceField, ResourceField, RoleField, SectionField } from './select-field.tsx';
import { TextsField } from './texts-field.tsx';

const { house: texts } = messages;
const LONG = 1_000;

/** A field of a form by its type, with label, hint and fault. */
export function Field(props: FieldProps) {
  const id = useId();
  const { name, shape, fault, warning, other } = props;
  // Another site's address is written in another way than that of a page.
  const hint = describeShape(props.control === 'web-address' ? '' : name, shape);
  const parts = { hint, fault, warning };
  const described = Object.entries(parts)
    .filter(([, text]) => text !== undefined)
    .map(([part]) => `${id}-${part}`)
    .join(' ');
  const label = texts.fields[name] ?? name;
  const isSet = shape.kind === 'group' || shape.kind === 'choices';
  const control = renderControl({ ...props, id, described: described === '' ? undefined : described });
  return (
    <div class="entry">
      {!isSet && shape.kind !== 'flag' && (
        <label id={`${id}-label`} for={id}>
          {label}
          {shape.isRequired && <span class="required"> {texts.required}</span>}
        </label>
      )}
      {control}
      {hint !== undefined && (
        <p class="entry-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {warning !== undefined && (
        <p class="warning" id={`${id}-warning`} role="status">
          {warning}
        </p>
      )}
      {fault !== undefined && (
        <p class="entry-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {other && <OtherValue {...props} {...other} id={id} label={label} />}
    </div>
  );
}

/** A value of somebody else, shown as the field would show it. Taken, it is written on in the field. */
function OtherValue({ id, label, ...props }: FieldProps & { id: string; label: string }) {
  const shown = { ...props, id: `${id}-other`, fault: undefined, described: undefined };
  const take = (): void => {
    props.onChange(props.value);
    document.getElementById(id)?.focus();
  };
  return (
    <Other {...props} label={label} onTake={take}>
      <label class="unseen" id={`${shown.id}-label`} for={shown.id}>
        {label}
      </label>
      {renderControl({ ...shown, onChange: () => undefined })}
    </Other>
  );
}

function renderControl(props: ControlProps): ComponentChild {
  switch (props.control) {
    case 'picture':
      return <PictureField {...props} />;
    case 'author':
      return <AuthorField {...props} />;
    case 'section':
      return <SectionField {...props} />;
    case 'role':
      return <RoleField {...props} />;
    case 'resource':
      return <ResourceField {...props} />;
    case 'action':
      return <ActionField {...props} />;
    case 'time':
      return <TimeField {...props} />;
    default:
      return renderByKind(props);
  }
}

function renderByKind(props: ControlProps): ComponentChild {
  const { shape, value } = props;
  switch (shape.kind) {
    case 'flag':
      return <Flag {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'choices':
      return <Choices {...props} />;
    case 'texts':
      return <TextsField {...props} values={toTexts(value)} />;
    case 'group':
      return <Group {...props} Inner={Field} />;
    case 'data':
      return <DataField {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

function Flag({ id, name, value, described, onChange }: ControlProps) {
  return (
    <label class="entry-check">
      <input
        type="checkbox"
        id={id}
        checked={value === true}
        aria-describedby={described}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {texts.fields[name] ?? name}
    </label>
  );
}

/** A time in the site's zone, which the service knows in Unix seconds. */
function TimeField({ id, name, value, fault, described, onChange }: ControlProps) {
  return (
    <input
      type="datetime-local"
      id={id}
      name={name}
      defaultValue={typeof value === 'number' ? inputText(value, siteZone) : ''}
      aria-invalid={fault !== undefined}
      aria-describedby={described}
      onInput={({ currentTarget: { value: text } }) =>
        onChange(text === '' ? null : parseTime(text, siteZone))
      }
    />
  );
}

function TextControl({ id, shape, control, value, fault, described, onChange }: ControlProps) {
  const { kind, most, isRequired = false, format } = shape;
  const common = {
    id,
    value: toText(value),
    required: isRequired,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const isText = kind === 'text';
  if (isText && most !== undefined && most > LONG && format === undefined)
    return <textarea {...common} rows={4} maxLength={most} />;
  if (control === 'secret')
    return <input {...common} type="password" maxLength={most} autoComplete="new-password" />;
  if (control === 'day') return <input {...common} type="date" />;
  const isAddress = format === 'uri' || control === 'web-address';
  const inputMode = isText ? (isAddress ? 'url' : undefined) : 'numeric';
  return (
    <input
      {...common}
      type="text"
      inputMode={inputMode}
      maxLength={isText ? most : undefined}
      autoComplete="off"
    />
  );
}
