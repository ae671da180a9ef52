import { expect, it } from 'vitest';
import { entries } from '../../../../infra/bundle/entries.ts';
import { findFunction, NEEDING_SHARP, ofType, synthesized } from './synthesized.ts';

const resources = synthesized('prod');

it('only functions whose bundles need sharp have the sharp layer', () => {
  const withLayer = [...entries.keys()].filter(
    name => (findFunction(resources, name).Properties.Layers ?? []).length > 0,
  );

  expect(new Set(withLayer)).toEqual(NEEDING_SHARP);
  for (const name of withLayer)
    expect(findFunction(resources, name).Properties.Layers).toEqual([
      { Ref: expect.stringMatching(/sharp/) },
    ]);
});

it('the one layer is compatible with the architecture and Node.js of the functions', () => {
  const [layer, ...others] = ofType(resources, 'Lambda::LayerVersion');
  const { Architectures, Runtime } = findFunction(resources, 'images/create').Properties;

  expect(others).toEqual([]);
  expect(layer!.Properties).toMatchObject({
    CompatibleArchitectures: Architectures,
    CompatibleRuntimes: [Runtime],
  });
});
