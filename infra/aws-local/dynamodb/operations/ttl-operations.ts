import type { Engine, Operation } from '../commands.ts';
import { requireTable } from '../conditions.ts';
import { type Request, type Types, validation } from '../dynalite/dynalite.ts';
import { validationError } from '../errors.ts';

type Specification = NonNullable<Request['TimeToLiveSpecification']>;

const tableName: Types = { TableName: validation('describeTimeToLive').types.TableName };

function refusal(current: string | undefined, { AttributeName, Enabled }: Specification) {
  if (current !== undefined && current !== AttributeName)
    return 'TimeToLive is active on a different AttributeName';
  if (Enabled === (current !== undefined)) return `TimeToLive is already ${Enabled ? 'enabled' : 'disabled'}`;
  return undefined;
}

async function changeTimeToLive(engine: Engine, request: Request) {
  const { TimeToLiveSpecification: specification = { AttributeName: '', Enabled: false } } = request;
  const table = requireTable(engine.store, request);
  const message = refusal(engine.ttl.attribute(table.TableName), specification);
  if (message) throw validationError(message);
  const attribute = specification.Enabled ? specification.AttributeName : undefined;
  await engine.ttl.set(table, engine.store.getItemDb(table.TableName), attribute);
  return { TimeToLiveSpecification: specification };
}

export const updateTimeToLive: Operation = {
  validation: {
    types: {
      ...tableName,
      TimeToLiveSpecification: {
        type: 'FieldStruct<TimeToLiveSpecification>',
        notNull: true,
        children: {
          AttributeName: {
            type: 'String',
            notNull: true,
            lengthGreaterThanOrEqual: 1,
            lengthLessThanOrEqual: 255,
          },
          Enabled: { type: 'Boolean', notNull: true },
        },
      },
    },
  },
  run: (engine, request) => engine.inTurn(() => changeTimeToLive(engine, request)),
};

export const describeTimeToLive: Operation = {
  validation: { types: tableName },
  run: ({ store, ttl }, request: Request) => {
    const AttributeName = ttl.attribute(requireTable(store, request).TableName);
    return {
      TimeToLiveDescription: AttributeName
        ? { TimeToLiveStatus: 'ENABLED', AttributeName }
        : { TimeToLiveStatus: 'DISABLED' },
    };
  },
};
