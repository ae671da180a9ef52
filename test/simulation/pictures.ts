import fc from 'fast-check';
import type { Model } from '../property/history/checker.ts';
import type { Call } from '../property/history/recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../property/history/subject.ts';
import type { World } from '../property/history/world.ts';
import type { Api, Reply } from '../support/api/client.ts';
import { makePng } from '../support/files/pictures.ts';
import { formType, makeForm } from '../support/web/form.ts';
import type { Machine } from './engine/process.ts';
import { OUTSIDE } from './engine/scheduler.ts';

const HTTP_PORT = 80;
const MAX_PICTURES = 4;
const HEIGHT = 30;
const WIDTHS = [40, 44, 48];
const CREATED = { caption: '', width: 40, left: 0 };

/** `number` picks a known picture, and says how it is changed. */
const intent = fc.record({
  do: fc.constantFrom('create', 'caption', 'crop', 'replace', 'read'),
  number: fc.nat(5),
});
type Intent = typeof intent extends fc.Arbitrary<infer I> ? I : never;

/** What an answer shows of a picture. */
interface Shown {
  caption: string;
  /** Files differ by it. */
  width: number;
  /** Where the square crop begins. */
  left: number;
}

/** A picture in the list. */
interface Listed {
  id: number;
  caption: string;
  thumbnails_status: string;
}

type Action =
  | { do: 'list' }
  | { do: 'read'; picture: string }
  | {
      do: 'create' | 'caption' | 'crop' | 'replace';
      picture: string;
      /** Unique to the action. */
      value: string;
      changed: Partial<Shown>;
    };

/** The last change of each part counts. `null`: the picture is not there. */
const pictureModel: Model<Shown | null, Partial<Shown>, Shown | null> = {
  initial: null,
  apply(state, changed, answer) {
    const isRead = Object.keys(changed).length === 0;
    const next = isRead ? state : { ...CREATED, ...state, ...changed };
    return answer === undefined || JSON.stringify(answer) === JSON.stringify(next) ? next : undefined;
  },
  isRead: changed => Object.keys(changed).length === 0,
};

/**
 * Pictures (`i0` …) that are created from files, captioned, cropped, and replaced by files that the service fetches. When nothing fails any
 * more, each has all its thumbnails.
 */
export function createPictures({ network }: Machine): Subject<Intent, Action> {
  return {
    intent,
    setUp: () => {
      network.listen(OUTSIDE, HTTP_PORT, ({ path }, _client, end) => {
        end({ status: 200, headers: { 'content-type': 'image/png' }, body: makePng(widthIn(path), HEIGHT) });
      });
      return Promise.resolve();
    },
    act,
    perform,
    learn(world, action, { status, body }) {
      if (action.do === 'create' && status === 200) world.learn(action.picture, body.id);
    },
    survey: world => [...world.known('i').map(picture => ({ do: 'read' as const, picture })), { do: 'list' }],
    objects(world, calls) {
      requireThumbnails(world, calls);
      return world.known('i').map((picture): ObjectHistory => ({
        name: `picture ${picture}`,
        model: pictureModel,
        operations: calls.flatMap(call => operationOn(picture, call) ?? []),
      }));
    },
  };
}

function act(world: World, intended: Intent, value: string): Action {
  const known = world.known('i').length;
  if (known === 0 || (intended.do === 'create' && known < MAX_PICTURES))
    return { do: 'create', picture: world.newReference('i'), value, changed: { ...CREATED, caption: value } };
  const { number } = intended;
  const does = intended.do === 'create' ? 'read' : intended.do;
  const picture = world.pick('i', number);
  if (does === 'read') return { do: does, picture };
  const changes = {
    caption: { caption: value },
    crop: { left: 2 * number },
    replace: { width: WIDTHS[number % WIDTHS.length]!, left: 0 },
  };
  return { do: does, picture, value, changed: changes[does] };
}

async function perform(api: Api, world: World, action: Action): Promise<Reply> {
  if (action.do === 'list') return await api.get('/images', { query: { limit: 100 } });
  if (action.do === 'create') return await create(api, action.value);
  const path = `/images/${world.id(action.picture)}`;
  if (action.do === 'read') return await api.get(path);
  const reply = await api.put(path, toInput(action));
  // The answer of the host with the picture was lost.
  if (reply.status === 502) throw new TypeError('fetch failed');
  return reply;
}

async function create(api: Api, caption: string): Promise<Reply> {
  const file = { name: 'file', filename: 'picture.png', content: makePng(CREATED.width, HEIGHT) };
  const raw = makeForm([{ name: 'caption', content: caption }, file]);
  return await api.post('/images', undefined, { raw, headers: { 'content-type': formType() } });
}

function toInput({ do: does, value, changed }: Extract<Action, { changed: object }>): object {
  if (does === 'caption') return changed;
  // Each address is another one, so that a picture is replaced also by its like.
  if (does === 'replace') return { image_url: `http://pictures.example/${value}/${changed.width}.png` };
  const square = { top: 0, left: changed.left, width: HEIGHT, height: HEIGHT };
  return { manual_image_crops: { '1x1': { ...square, imgWidth: 0, imgHeight: 0 } } };
}

function widthIn(path: string): number {
  return Number(/(\d+)\.png$/.exec(path)![1]);
}

function operationOn(picture: string, call: Call<Action>) {
  const { action, reply } = call;
  if (action.do === 'list' || action.picture !== picture) return undefined;
  if (action.do === 'read') return operation(call, {}, toShown);
  return reply && reply.status !== 200 ? undefined : operation(call, action.changed, toShown);
}

function toShown({ status, body }: Reply): Shown | null {
  if (status !== 200) return null;
  return { caption: body.caption, width: body.width, left: body.manual_image_crops['1x1'].left };
}

/** Also a creation without an answer may have made a picture. @throws Error unless the last list has all pictures, with their thumbnails */
function requireThumbnails(world: World, calls: readonly Call<Action>[]): void {
  const { reply } = calls.findLast(call => call.action.do === 'list' && call.reply)!;
  const listed: readonly Listed[] = reply!.body;
  const unready = listed.filter(image => image.thumbnails_status !== 'ready');
  if (unready.length > 0)
    throw new Error(`The thumbnails of ${unready.map(({ caption }) => caption).join(', ')} are not ready`);
  const ids = new Set(listed.map(({ id }) => id));
  const missing = world.known('i').filter(picture => !ids.has(world.id(picture)));
  if (missing.length > 0) throw new Error(`The list lacks ${missing.join(', ')}`);
}
