import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { showDone } from '../status.ts';
import { callOperation } from '../service/api.ts';
import { Cell } from './cell.tsx';
import { Confirm } from './confirm.tsx';
import { TaskNotice, useTask } from './task.tsx';
import type { Resource, RowAction } from './resource.ts';
import { mayCall } from './service.ts';
import { toText, type Row } from './values.ts';

const { house: texts } = messages;

interface Props {
  place: Place;
  resource: Resource;
  rows: readonly Row[];
  onChange: () => void;
}

/** Does what the buttons of a row ask for; before what can't be undone, it asks. */
function useActions(onChange: () => void) {
  const asked = useSignal<{ action: RowAction; row: Row } | undefined>(undefined);
  const task = useTask();
  const act = async ({ operation, body, name }: RowAction, row: Row): Promise<void> => {
    asked.value = undefined;
    const call = { path: { id: row.id }, ...(body && { body }) };
    if (!(await task.run(() => callOperation(operation, call)))) return;
    showDone(texts.actions[name].done);
    onChange();
  };
  const press = (action: RowAction, row: Row): void => {
    if (action.isFinal) asked.value = { action, row };
    else void act(action, row);
  };
  return { asked, task, act, press };
}

/** The rows of a list, as a table. */
export function RowsTable({ place, resource, rows, onChange }: Props) {
  const { asked, task, act, press } = useActions(onChange);
  if (rows.length === 0) return <p class="hint">{texts.none}</p>;
  const actions = (resource.actions ?? []).filter(({ operation }) => mayCall(operation));
  return (
    <>
      <TaskNotice task={task} />
      <table class="rows-table">
        <caption class="unseen">{texts.places[place].title}</caption>
        <Head resource={resource} hasActions={actions.length > 0} />
        <tbody>
          {rows.map(row => (
            <tr key={toText(row.id)}>
              <Cells place={place} resource={resource} row={row} />
              {actions.length > 0 && (
                <Actions
                  {...{ actions, row }}
                  name={nameRow(resource, row)}
                  isRunning={task.isRunning.value}
                  onPress={press}
                />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {asked.value && (
        <Confirm
          {...texts.actions[asked.value.action.name]}
          what={nameRow(resource, asked.value.row)}
          onCancel={() => (asked.value = undefined)}
          onConfirm={() => asked.value && void act(asked.value.action, asked.value.row)}
        />
      )}
    </>
  );
}

/** The column that names a row: the first one with text. */
function naming({ columns }: Resource): string {
  return columns.find(({ as = 'text' }) => as === 'text')?.field ?? 'id';
}

function nameRow(resource: Resource, row: Row): string {
  const name = toText(row[naming(resource)]);
  return name === '' ? texts.unnamed : name;
}

function Head({ resource, hasActions }: { resource: Resource; hasActions: boolean }) {
  return (
    <thead>
      <tr>
        {resource.columns.map(({ field }) => (
          <th key={field} scope="col">
            {texts.fields[field]}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span class="unseen">{texts.doing}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function Cells({ place, resource, row }: Pick<Props, 'place' | 'resource'> & { row: Row }) {
  const name = naming(resource);
  return (
    <>
      {resource.columns.map(({ field, as = 'text' }) => {
        const isNaming = field === name;
        const label = texts.fields[field];
        if (isNaming && resource.get)
          return (
            <th key={field} scope="row">
              <a href={toPlacePath(place, toText(row.id))}>{nameRow(resource, row)}</a>
            </th>
          );
        return isNaming ? (
          <th key={field} scope="row">
            {nameRow(resource, row)}
          </th>
        ) : (
          <td key={field} data-label={label}>
            <Cell as={as} field={field} row={row} />
          </td>
        );
      })}
    </>
  );
}

interface ActionsProps {
  actions: readonly RowAction[];
  row: Row;
  name: string;
  /** Whether an action of any row runs. A second one would be dropped. */
  isRunning: boolean;
  onPress: (action: RowAction, row: Row) => void;
}

function Actions({ actions, row, name, isRunning, onPress }: ActionsProps) {
  return (
    <td class="row-actions">
      {actions
        .filter(({ isOffered }) => isOffered?.(row) ?? true)
        .map(action => (
          <button
            key={action.name}
            type="button"
            disabled={isRunning}
            aria-label={`${texts.actions[action.name].button}: ${name}`}
            onClick={() => onPress(action, row)}
          >
            {texts.actions[action.name].button}
          </button>
        ))}
    </td>
  );
}
