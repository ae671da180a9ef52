import { signal, type Signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { navigate } from '../router.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { showDone } from '../status.ts';
import { useIsShown } from '../ui/is-shown.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { Field } from './fields/field.tsx';
import { FormState } from './form/form-state.ts';
import { useLoaded } from './loaded.ts';
import { MergedNotice } from './form/merged-notice.tsx';
import { Once } from './once.tsx';
import { Removal } from './removal.tsx';
import { mayEdit, type Resource } from './resource.ts';
import { saveEdits } from './form/save-edits.ts';
import { readFields, readNewFields, readRow } from './service.ts';
import { toText, type Row } from './values.ts';
import { Above, Beside } from './special/beside.tsx';
import { TaskNotice, useTask, type Task } from './task.tsx';
import { Heading } from './heading.tsx';

const { house: texts } = messages;

interface Props {
  place: Place;
  resource: Resource;
  /** undefined: a new record. */
  id: number | undefined;
}

interface Opened extends Props {
  form: FormState;
  task: Task;
  /** The record with its secret, which is shown only once. */
  made: Signal<Row | undefined>;
  isShown: () => boolean;
}

/** A record as a form, or a new one. */
export function FormPage({ place, resource, id }: Props) {
  const shapes = id === undefined ? readNewFields(resource.create, resource.edit) : readFields(resource.edit);
  const form = useMemo(() => new FormState(shapes), []);
  const task = useTask();
  const made = useMemo(() => signal<Row | undefined>(undefined), []);
  const record = useLoaded(`${place}/${id ?? 'new'}`, async cancel => {
    if (id === undefined || resource.get === undefined) return {};
    const { body, etag } = await readRow(resource.get, { path: { id }, signal: cancel });
    form.take(body, etag);
    return body;
  });
  useLeaveWarning(() => form.isDirty.peek());
  const isShown = useIsShown();
  const opened: Opened = { place, resource, id, form, task, made, isShown };
  if (record.failure.value !== '')
    return (
      <>
        <Head {...opened} />
        <p class="task-failure" role="alert">
          {record.failure.value}
        </p>
      </>
    );
  if (!record.value.value) return <p class="hint">{messages.story.loading}</p>;
  if (made.value) return <Once place={place} resource={resource} record={made.value} />;
  return (
    <>
      <Head {...opened} />
      <TaskNotice task={task} />
      <MergedNotice form={form} />
      {id !== undefined && <Above place={place} form={form} />}
      <Form {...opened} shapes={shapes} />
      {id !== undefined && <Beside {...opened} onOnce={record => (made.value = record)} />}
      {id !== undefined && (
        <Removal
          {...{ place, resource, id, task }}
          name={readName(form)}
          onRemoved={() => (form.edits.value = {})}
        />
      )}
    </>
  );
}

function readName(form: FormState): string {
  const names = ['title', 'displayname', 'name', 'url', 'image_title', 'filename', 'label'];
  return names.map(name => toText(form.base.value[name])).find(name => name !== '') ?? texts.unnamed;
}

function Head({ place, id, form }: Opened) {
  return (
    <header class="place-head">
      <a class="back" href={toPlacePath(place)}>
        ← {texts.places[place].title}
      </a>
      <Heading>{id === undefined ? texts.places[place].create : readName(form)}</Heading>
    </header>
  );
}

function Form(opened: Opened & { shapes: ReturnType<typeof readFields> }) {
  const { resource, id, form, task, shapes } = opened;
  const element = useRef<HTMLFormElement>(null);
  const isReadOnly = id !== undefined && !mayEdit(resource, form.base.value);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isDone = await submitForm(opened, listUnfinished(element.current));
    if (isDone && !form.isMerged.value) showDone(texts.saved);
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const names = (resource.fields ?? []).filter(name => name in shapes);
  return (
    <form ref={element} class="record" noValidate onSubmit={event => void submit(event)}>
      <fieldset disabled={isReadOnly}>
        <legend class="unseen">{texts.details}</legend>
        {names.map(name => (
          <Field
            key={name}
            name={name}
            shape={shapes[name] ?? { kind: 'text' }}
            control={resource.controls?.[name]}
            usual={resource.defaults?.[name]}
            value={form.read(name)}
            fault={task.faults.value[name]}
            other={form.isContested(name) ? { value: form.base.value[name] } : undefined}
            warning={isReadOnly ? undefined : warnOf(opened, name)}
            onChange={value => form.write(name, value)}
          />
        ))}
      </fieldset>
      {!isReadOnly && (
        <div class="form-foot">
          <button type="submit" class="primary" disabled={task.isRunning.value}>
            {id === undefined ? texts.create : texts.save}
          </button>
          {form.isDirty.value && <span class="unsaved">{texts.unsaved}</span>}
        </div>
      )}
    </form>
  );
}

/** What the change of a field would do, or that it is needed before any other can be changed. */
function warnOf({ resource, id, form }: Opened, name: string): string | undefined {
  if (resource.address?.includes(name) && form.isReplacing(name)) return texts.addressChanges;
  return id !== undefined && form.listMissing().includes(name) ? texts.stillEmpty : undefined;
}

/** The fields with a half-typed time, of which browsers tell nothing while it is typed: it would be sent as none. */
function listUnfinished(form: HTMLFormElement | null): string[] {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  return inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name);
}

/** @returns whether it was saved */
async function submitForm(opened: Opened, unfinished: readonly string[]): Promise<boolean> {
  const { id, form, task } = opened;
  const mark = (names: readonly string[], fault: string) => names.map(name => [name, fault] as const);
  const faults = [
    ...mark(id === undefined ? form.listMissing() : [], texts.empty),
    ...mark(form.listUnreadable(), texts.unreadable),
    ...mark(unfinished, texts.unfinished),
  ];
  if (faults.length === 0) return await task.run(() => save(opened));
  task.refuse(Object.fromEntries(faults));
  return false;
}

async function save({ place, resource, id, form, made, isShown }: Opened): Promise<void> {
  const { create = '', edit = '', get = '', shownOnce } = resource;
  if (id === undefined) {
    const sent = { ...form.edits.value };
    const { body: record } = await readRow(create, { body: form.toBody(true) });
    form.saved(record, null, sent);
    if (shownOnce !== undefined) made.value = record;
    else if (isShown()) navigate(toPlacePath(place, toText(record.id)), { replace: true, search: '' });
    return;
  }
  await saveEdits(form, {
    edit: (body, ifMatch) => readRow(edit, { path: { id }, body, ifMatch }),
    read: () => readRow(get, { path: { id } }),
  });
}
