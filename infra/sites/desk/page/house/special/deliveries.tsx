import { messages } from '../../messages.ts';
import { api, type Client } from '../../service/api.ts';
import { showDone } from '../../status.ts';
import { labelChoice, Time } from '../cell.tsx';
import { useLoaded } from '../loaded.ts';
import { TaskNotice, useTask } from '../task.tsx';

const { house: texts } = messages;

type Delivery = Awaited<ReturnType<Client['webhooks']['deliveries']>>[number];

/** What was sent to a webhook, with a test and repeats. */
export function Deliveries({ id }: { id: number }) {
  const list = useLoaded(`deliveries-${id}`, signal => api.webhooks.deliveries({ path: { id }, signal }));
  const task = useTask();
  const run = async (done: string, work: () => Promise<unknown>): Promise<void> => {
    if (!(await task.run(work))) return;
    showDone(done);
    list.reload();
  };
  const deliveries = list.value.value;
  return (
    <section class="deliveries" aria-label={texts.deliveries.title}>
      <header class="place-head">
        <h3>{texts.deliveries.title}</h3>
        <button
          type="button"
          disabled={task.isRunning.value}
          onClick={() => void run(texts.deliveries.tested, () => api.webhooks.test({ path: { id } }))}
        >
          {texts.deliveries.test}
        </button>
        <button type="button" class="quiet" onClick={list.reload}>
          {texts.reload}
        </button>
      </header>
      <TaskNotice task={task} />
      {deliveries?.length === 0 && <p class="hint">{texts.deliveries.none}</p>}
      {deliveries && deliveries.length > 0 && (
        <DeliveryTable
          deliveries={deliveries}
          onReplay={delivery =>
            void run(texts.deliveries.replayed, () =>
              api.webhooks.replay({ path: { id, delivery_id: delivery.id } }),
            )
          }
        />
      )}
    </section>
  );
}

interface TableProps {
  deliveries: readonly Delivery[];
  onReplay: (delivery: Delivery) => void;
}

function DeliveryTable({ deliveries, onReplay }: TableProps) {
  const { deliveries: words } = texts;
  return (
    <table class="rows-table">
      <caption class="unseen">{words.title}</caption>
      <thead>
        <tr>
          {[words.what, words.state, words.answer, words.when].map(label => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <span class="unseen">{texts.doing}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} onReplay={onReplay} />
        ))}
      </tbody>
    </table>
  );
}

function DeliveryRow({ delivery, onReplay }: { delivery: Delivery; onReplay: (delivery: Delivery) => void }) {
  const { deliveries: words } = texts;
  const { action, state, attempts, post_id: story } = delivery;
  const last = attempts.at(-1);
  const what = `${labelChoice('actions', action)}${story === null ? '' : ` (${story})`}`;
  return (
    <tr>
      <th scope="row">{what}</th>
      <td data-label={words.state}>
        <span class={`delivery ${state}`}>{words.states[state]}</span>
      </td>
      <td data-label={words.answer}>
        {last && (last.http_status ?? last.error ?? '')}
        {attempts.length > 1 && ` · ${words.attempts(attempts.length)}`}
      </td>
      <td data-label={words.when}>{last && <Time ts={last.ts} />}</td>
      <td class="row-actions">
        <button type="button" aria-label={`${words.replay}: ${what}`} onClick={() => onReplay(delivery)}>
          {words.replay}
        </button>
      </td>
    </tr>
  );
}
