import { useSignal } from '@preact/signals';
import { messages } from '../../messages.ts';
import { address } from '../../router.ts';
import { toPlacePath } from '../../routes.ts';
import { api, type Client } from '../../service/api.ts';
import { timeText } from '../../times.ts';
import { siteZone } from '../../zone.ts';
import { Field } from '../fields/field.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { mayCall } from '../service.ts';
import { TaskNotice, useTask } from '../task.tsx';
import { Heading } from '../heading.tsx';

const { house: texts } = messages;
const { invite } = texts;

type Invitation = Awaited<ReturnType<Client['invitations']['create']>>;

/** Invites an author to choose a password; the link is shown once. */
export function Invitations() {
  const { author, notify, made, task, submit } = useInvitation();
  return (
    <>
      <Head />
      <p class="says">{texts.places.invitations.says}</p>
      <TaskNotice task={task} />
      {made.value && <Made invitation={made.value} />}
      <form class="record" noValidate onSubmit={submit}>
        <Field
          name="author_id"
          shape={{ kind: 'id', isRequired: true }}
          control="author"
          value={author.value}
          fault={task.faults.value.author_id}
          onChange={value => (author.value = value)}
        />
        <Field
          name="notify"
          shape={{ kind: 'flag' }}
          value={notify.value}
          onChange={value => (notify.value = value === true)}
        />
        <div class="form-foot">
          <button type="submit" class="primary" disabled={task.isRunning.value}>
            {invite.button}
          </button>
        </div>
      </form>
    </>
  );
}

function useInvitation() {
  const author = useSignal<unknown>(new URLSearchParams(address.peek().search).get('author') ?? '');
  const notify = useSignal(false);
  const made = useSignal<Invitation | undefined>(undefined);
  const task = useTask();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const id = Number(author.value);
    if (!(id > 0)) {
      task.faults.value = { author_id: invite.choose };
      return;
    }
    void task.run(async () => {
      made.value = await api.invitations.create({ path: { id }, body: { notify: notify.value } });
    });
  };
  return { author, notify, made, task, submit };
}

function Head() {
  return (
    <header class="place-head">
      <Heading>{texts.places.invitations.title}</Heading>
      {mayCall('authors/create') && (
        <a class="button" href={toPlacePath('authors', 'new')}>
          {texts.places.authors.create}
        </a>
      )}
    </header>
  );
}

function Made({ invitation: { link, expires_ts: until } }: { invitation: Invitation }) {
  return (
    <div class="notice made" role="status">
      {link === null ? (
        <p>{invite.sent}</p>
      ) : (
        <>
          <p>{invite.onlyOnce(until === null ? '' : timeText(until, siteZone))}</p>
          <Copyable label={invite.link} value={link} />
        </>
      )}
    </div>
  );
}
