import { Annotations, type Stack } from 'aws-cdk-lib';
import { parseSite } from '../../shared/platform/site/site.ts';
import type { Settings } from './settings.ts';

/** The warnings of a deployment's settings by name. */
function listWarnings({ stage, site, deployment }: Settings): Record<string, string> {
  const { monitoring, retained, alarmEmail, protected: isProtected, domain } = deployment;
  const { host } = parseSite(site).signIn;
  const isOfDomain = host === undefined || domain?.name === host || domain?.name.endsWith(`.${host}`);
  return {
    ...(!('baseUrl' in site) && {
      baseUrl: 'site.baseUrl is not set: addresses of posts will lead to 127.0.0.1',
    }),
    ...(retained &&
      domain === undefined &&
      host === undefined && {
        signInHost: `deployment.${stage}.domain is not set: passkeys are bound to the generated host of the API, and stop working when it gets a domain`,
      }),
    ...(!isOfDomain && {
      signInHost: `site.signIn.host is ${host}, which is neither the domain of the API nor above it: browsers make no passkeys for it, and those of the former host stop working`,
    }),
    ...(retained &&
      monitoring &&
      alarmEmail === undefined && {
        alarmEmail: `deployment.${stage}.alarmEmail is not set: no one is notified of alarms`,
      }),
    ...(retained &&
      !isProtected && {
        protected: `deployment.${stage}.protected is not set: the stack and the table can be deleted. Set it to true after the first successful deployment`,
      }),
  };
}

/** Adds the warnings of the settings, which `cdk synth` and `cdk deploy` print. */
export function addWarnings(stack: Stack, settings: Settings): void {
  for (const [name, text] of Object.entries(listWarnings(settings)))
    Annotations.of(stack).addWarningV2(`broadsheet:${name}`, text);
}
