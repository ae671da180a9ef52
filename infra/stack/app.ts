import { App } from 'aws-cdk-lib';
import { bundle } from '../bundle/bundle.ts';
import { layOutSharp } from '../bundle/sharp.ts';
import { exitOnArguments } from '../core/command.ts';
import { allVariables, readVariable } from '../core/environment.ts';
import { findRegion } from './domain-settings.ts';
import { readSettings } from './settings.ts';
import { readContext } from './site.ts';
import { Broadsheet } from './stack.ts';

const BUILT = 'dist/functions';
const SHARP = 'dist/layers/sharp';

exitOnArguments(`Usage: npm run synth

Writes the CloudFormation templates of the stage prod into cdk.out, without an AWS account. npx cdk synth -c stage=dev writes
those of another stage.`);

// The CDK's command sets the output folder and may override the context; `npm run synth` runs this alone.
try {
  const outdir = readVariable('CDK_OUTDIR');
  const app = new App({ context: readContext(), outdir, autoSynth: false });
  const settings = readSettings(name => app.node.tryGetContext(name), findRegion(allVariables()));
  const bundles = await bundle(BUILT, settings.site, { pages: settings.deployment.pages });
  await layOutSharp(SHARP);
  new Broadsheet(app, settings, { ...bundles, sharp: SHARP });
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
