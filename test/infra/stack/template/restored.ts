import { describe, expect, it } from 'vitest';
import { allowedTo, deploymentWith, findFunction, ofType, makeSettings } from './synthesized.ts';

const NAME = 'broadsheet-prod-restored';
const STREAM = `arn:aws:dynamodb:eu-west-1:123456789012:table/${NAME}/stream/2026-11-01T00:00:00.000`;

const settings = makeSettings('prod', { restoredTable: { name: NAME, streamArn: STREAM } });
const { resources, outputs } = deploymentWith(settings);
function text(value: unknown): string {
  return JSON.stringify(value);
}

describe('deployment with a restored table', () => {
  it('has functions that use, and may use, only the restored table', () => {
    const statements = allowedTo(resources, 'posts/create').filter(({ actions }) =>
      actions.some(action => action.startsWith('dynamodb:')),
    );

    expect(findFunction(resources, 'posts/create').Properties.Environment.Variables.TABLE_NAME).toBe(NAME);
    expect(statements.length).toBeGreaterThan(0);
    for (const { resource } of statements) expect(text(resource)).toContain(`:table/${NAME}"`);
  });

  it('reads the stream of the restored table', () => {
    const mappings = ofType(resources, 'Lambda::EventSourceMapping');
    const [mapping] = mappings.filter(({ Properties }) => Properties.StartingPosition !== undefined);
    const reading = allowedTo(resources, 'events/outbox').find(({ actions }) =>
      actions.includes('dynamodb:GetRecords'),
    );

    expect(mapping!.Properties.EventSourceArn).toBe(STREAM);
    expect(reading!.resource).toBe(STREAM);
  });

  it('has the restored table as the output TableName', () => {
    expect(outputs.TableName.Value).toBe(NAME);
  });

  it('retains its previous table unchanged', () => {
    const [own, ...others] = ofType(resources, 'DynamoDB::Table');

    expect(others).toEqual([]);
    expect(own).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  });

  it.each([
    [{ name: NAME }, /streamArn/],
    [{ name: 'x', streamArn: STREAM }, /must be the name of a DynamoDB table/],
    [{ name: NAME, streamArn: 'arn:aws:s3:::x' }, /must be the ARN of a stream/],
    [{ name: 'another', streamArn: STREAM }, /must name the stream of the same table/],
  ])('refuses the setting restoredTable %j', (restoredTable, message) => {
    expect(() => makeSettings('prod', { restoredTable })).toThrow(message);
  });
});
