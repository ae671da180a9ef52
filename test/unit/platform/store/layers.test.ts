import { afterEach, describe, expect, it } from 'vitest';
import { addLayer, DEPTH, passCall } from '../../../../shared/platform/store/layers.ts';

const call = { operation: 'GetItem', input: { TableName: 'table' } };
const send = () => Promise.resolve('the client');
const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

function record(names: string[], name: string, depth?: number): () => void {
  const restore = addLayer((_call, next) => {
    names.push(name);
    return next();
  }, depth);
  restores.push(restore);
  return restore;
}

describe('passCall()', () => {
  it('sends a call without layers at once', async () => {
    expect(await passCall(call, send)).toBe('the client');
  });

  it('passes a call through the layers by their depth, and in the order in which they were added', async () => {
    const names: string[] = [];
    record(names, 'inner', DEPTH.inner);
    record(names, 'first');
    record(names, 'second');
    record(names, 'third');

    expect(await passCall(call, send)).toBe('the client');
    expect(names).toEqual(['first', 'second', 'third', 'inner']);
  });

  it('answers by a layer that passes nothing on, until it is taken out', async () => {
    const restore = addLayer(() => Promise.reject(new Error('the engine')), DEPTH.engine);
    const names: string[] = [];
    record(names, 'added later');

    await expect(passCall(call, send)).rejects.toThrow('the engine');
    expect(names).toEqual(['added later']);
    restore();
    expect(await passCall(call, send)).toBe('the client');
  });

  it('leaves other layers of the same function in when one is taken out twice', async () => {
    const names: string[] = [];
    const restore = record(names, 'taken out');
    record(names, 'left');
    restore();
    restore();
    await passCall(call, send);

    expect(names).toEqual(['left']);
  });
});
